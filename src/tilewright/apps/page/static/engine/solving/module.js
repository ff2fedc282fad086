// The kernels as WebAssembly: a module that is compiled once, and machines that run it, each with
// its own memory, so that all that one has allocated goes with it.

/**
 * An argument of a kernel: its name, the type of its elements, and how many dimensions it has (0: a
 * number).
 * @typedef {[name: string, element: Element, dimensions: number]} Argument
 * @typedef {{ name: string, results: number, arguments: Argument[] }} Export
 * @typedef {keyof typeof VIEWS} Element
 * @typedef {Int8Array | Uint8Array | Int32Array | Uint32Array | BigInt64Array | BigUint64Array | Float64Array} View
 */

/** Where the module has its table of kernels. */
const SECTION = "tilewright";
const VIEWS = {
  bool: Uint8Array,
  i8: Int8Array,
  u8: Uint8Array,
  i32: Int32Array,
  u32: Uint32Array,
  i64: BigInt64Array,
  u64: BigUint64Array,
  f64: Float64Array,
};
/** The number of words that a call has room for: numbers, addresses and sizes of arrays, then results. */
const WORDS = 256;
/** What a kernel returns if there was no error. */
const FINE = [0, -2];

export class Module {
  /**
   * @param {WebAssembly.Module} compiled
   */
  constructor(compiled) {
    const [section] = WebAssembly.Module.customSections(compiled, SECTION);
    /** @type {{ digest: string, exports: Export[] }} */
    const { digest, exports } = JSON.parse(new TextDecoder().decode(section));
    this.compiled = compiled;
    this.digest = digest;
    this.exports = new Map(exports.map((each) => [each.name, each]));
  }

  /** @param {BufferSource} bytes */
  static async of(bytes) {
    return new Module(await WebAssembly.compile(bytes));
  }
}

/** An array in the memory of a machine. @template {View} [Of=View] */
export class Field {
  /**
   * @param {WebAssembly.Memory} memory
   * @param {Element} element
   * @param {number[]} shape
   * @param {number} address
   */
  constructor(memory, element, shape, address) {
    this.memory = memory;
    this.element = element;
    this.shape = shape;
    this.address = address;
    this.length = shape.reduce((product, size) => product * size, 1);
    /** @type {View} */
    this.view = new VIEWS[element](memory.buffer, address, this.length);
  }

  /** Its elements; where memory has grown, they are in another buffer than before. @returns {Of} */
  get values() {
    if (this.view.buffer !== this.memory.buffer)
      this.view = new VIEWS[this.element](this.memory.buffer, this.address, this.length);
    return /** @type {Of} */ (this.view);
  }

  /** Its elements as numbers. */
  get numbers() {
    return Array.from(this.values, Number);
  }

  /** A part of it, by the first dimension. @param {number} begin @param {number} end */
  rows(begin, end) {
    const width = this.shape.slice(1).reduce((product, size) => product * size, 1);
    const bytes = width * VIEWS[this.element].BYTES_PER_ELEMENT;
    const shape = [end - begin, ...this.shape.slice(1)];
    return new Field(this.memory, this.element, shape, this.address + begin * bytes);
  }
}

/** @param {Element} element */
const isLong = (element) => element === "i64" || element === "u64";

export class Machine {
  /** @param {Module} module */
  constructor(module) {
    this.module = module;
    const { exports } = new WebAssembly.Instance(module.compiled);
    this.functions = /** @type {Record<string, (...words: (number | bigint)[]) => any>} */ (
      exports
    );
    this.memory = /** @type {WebAssembly.Memory} */ (exports.memory);
    this.words = this.allocate(8 * WORDS);
    this.error = this.allocate(8);
  }

  /** @param {number} bytes @returns {number} The address. */
  allocate(bytes) {
    return this.functions.allocate(bytes) >>> 0;
  }

  /**
   * A new array.
   * @param {Element} element
   * @param {number[]} shape
   * @param {number} [filling]  What all its elements are at first.
   */
  array(element, shape, filling = 0) {
    const length = shape.reduce((product, size) => product * size, 1);
    const address = this.allocate(length * VIEWS[element].BYTES_PER_ELEMENT);
    const field = new Field(this.memory, element, shape, address);
    const values = /** @type {any} */ (field.values);
    values.fill(isLong(element) ? BigInt(filling) : filling);
    return field;
  }

  /**
   * A new array of numbers.
   * @param {Element} element
   * @param {ArrayLike<number | bigint>} numbers
   * @param {number[]} [shape]  All in one row if it is missing.
   */
  from(element, numbers, shape = [numbers.length]) {
    const field = this.array(element, shape);
    const values = /** @type {any} */ (field.values);
    if (isLong(element) && numbers instanceof Int32Array) {
      // Without a BigInt for each number.
      const halves = new Int32Array(this.memory.buffer, field.address, 2 * numbers.length);
      for (let i = 0; i < numbers.length; i++) {
        halves[2 * i] = numbers[i];
        halves[2 * i + 1] = numbers[i] >> 31;
      }
    } else if (isLong(element))
      for (let i = 0; i < numbers.length; i++) values[i] = BigInt(numbers[i]);
    else for (let i = 0; i < numbers.length; i++) values[i] = Number(numbers[i]);
    return field;
  }

  /** What is known of a kernel. @param {string} name */
  kernel(name) {
    const known = this.module.exports.get(name);
    if (!known) throw new Error(`unknown kernel '${name}'`);
    return known;
  }

  /**
   * Run a kernel; what it allocates for itself is released.
   * @param {string} name
   * @param {(Field | number | bigint)[]} passed  Numbers and arrays in the order of the table.
   * @returns {number[]} Its results.
   */
  call(name, passed) {
    const { arguments: taken, results } = this.kernel(name);
    if (passed.length !== taken.length)
      throw new Error(`${name} takes ${taken.length} arguments, got ${passed.length}`);
    let words = new BigInt64Array(this.memory.buffer, this.words, WORDS);
    const floats = new Float64Array(this.memory.buffer, this.words, WORDS);
    let length = 0;
    for (const [i, [argument, element, dimensions]] of taken.entries()) {
      const given = passed[i];
      if (given instanceof Field) {
        if (given.element !== element || given.shape.length !== dimensions)
          throw new Error(`${name}: ${argument} is not an array of ${element}`);
        words[length++] = BigInt(given.address);
        for (const size of given.shape) words[length++] = BigInt(size);
      } else if (dimensions) throw new Error(`${name}: ${argument} must be an array`);
      else if (element === "f64") floats[length++] = Number(given);
      else words[length++] = BigInt(given);
    }
    const mark = this.functions.mark();
    try {
      const status = this.functions[name](this.words, this.error);
      if (!FINE.includes(status)) throw new Error(`${name} failed with status ${status}`);
      // The memory may have grown.
      words = new BigInt64Array(this.memory.buffer, this.words, WORDS);
      return Array.from(words.subarray(0, results), Number);
    } finally {
      this.functions.release(mark);
    }
  }
}
