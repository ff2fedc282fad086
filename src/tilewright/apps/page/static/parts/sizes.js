// Sizes as people write them.

/** A text in which sizes have the sign for them: 6 × 10. @param {string} text */
export const sized = (text) => text.replace(/(\d) x (?=\d)/g, "$1 × ");
