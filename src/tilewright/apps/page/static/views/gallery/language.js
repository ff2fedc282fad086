// The choice of a language, where the page has several: the one that was chosen is loaded with the page.

import { LANGUAGE, PAGE } from "../../texts/en.js";
import { h } from "../../parts/dom.js";
import { keepSetting } from "../../parts/storage.js";

/** What a language calls itself. @param {string} tag */
function nameOf(tag) {
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  return name[0].toLocaleUpperCase(tag) + name.slice(1);
}

/** A list of the languages; null if there is only one. */
export function languageChoice() {
  const tags = document.documentElement.dataset.languages?.split(" ");
  if (!tags) return null;
  const select = h(
    "select",
    {
      onchange: () => {
        keepSetting("language", select.value);
        location.reload();
      },
    },
    tags.map((tag) =>
      h("option", { value: tag, lang: tag, text: nameOf(tag), selected: tag === LANGUAGE }),
    ),
  );
  return h("label", { class: "language" }, PAGE.language, " ", select);
}
