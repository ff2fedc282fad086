/* How Python calls compiled kernels: one function object for each, which checks all arguments, releases the GIL, and calls.

   It uses the stable ABI of Python 3.11, so that one library serves all later versions, and declares what it uses of it, so that
   no headers of Python are needed. TABLE is a header that defines the kernels of the library. */

typedef long long i64;
typedef __SIZE_TYPE__ size;
typedef __PTRDIFF_TYPE__ ssize;
typedef struct object Object;
typedef struct { ssize references; void *type; } Head;
typedef struct {
  void *address; Object *owner; ssize bytes, width;
  int readonly, dimensions;
  char *format; ssize *shape, *strides, *suboffsets; void *internal;
} Buffer;
typedef struct { const char *name; void *call; int flags; const char *doc; } Method;
typedef struct {
  Head head; void *init; ssize index; void *copy;
  const char *name, *doc; ssize size; Method *methods; void *slots, *traverse, *clear, *release;
} Definition;

#ifdef _WIN32
#define PYTHON extern __declspec(dllimport)
#define PUBLIC __declspec(dllexport)
#else
#define PYTHON extern
#define PUBLIC __attribute__((visibility("default")))
#endif

PYTHON int PyObject_GetBuffer(Object *, Buffer *, int);
PYTHON void PyBuffer_Release(Buffer *);
PYTHON ssize PyTuple_Size(Object *);
PYTHON Object *PyTuple_GetItem(Object *, ssize);
PYTHON Object *PyTuple_New(ssize);
PYTHON int PyTuple_SetItem(Object *, ssize, Object *);
PYTHON Object *PyNumber_Index(Object *);
PYTHON i64 PyLong_AsLongLong(Object *);
PYTHON unsigned long long PyLong_AsUnsignedLongLong(Object *);
PYTHON Object *PyLong_FromLongLong(i64);
PYTHON Object *PyLong_FromUnsignedLongLong(unsigned long long);
PYTHON double PyFloat_AsDouble(Object *);
PYTHON Object *PyFloat_FromDouble(double);
PYTHON Object *PyBool_FromLong(long);
PYTHON int PyObject_IsTrue(Object *);
PYTHON Object *PyErr_Occurred(void);
PYTHON void PyErr_Clear(void);
PYTHON Object *PyErr_Format(Object *, const char *, ...);
PYTHON void PyErr_SetObject(Object *, Object *);
PYTHON Object *PyErr_NoMemory(void);
PYTHON Object _Py_NoneStruct;
PYTHON Object *PyExc_TypeError, *PyExc_RuntimeError;
PYTHON void *PyEval_SaveThread(void);
PYTHON void PyEval_RestoreThread(void *);
PYTHON void *PyCapsule_GetPointer(Object *, const char *);
PYTHON Object *PyCapsule_New(void *, const char *, void *);
PYTHON Object *PyCFunction_NewEx(Method *, Object *, Object *);
PYTHON Object *PyModule_Create2(Definition *, int);
PYTHON int PyModule_AddObjectRef(Object *, const char *, Object *);
PYTHON int PyModule_AddStringConstant(Object *, const char *, const char *);
PYTHON Object *PyDict_New(void);
PYTHON int PyDict_SetItemString(Object *, const char *, Object *);
PYTHON Object *PyBytes_FromStringAndSize(const char *, ssize);
PYTHON Object *PyImport_ImportModule(const char *);
PYTHON Object *PyObject_CallMethod(Object *, const char *, const char *, ...);
PYTHON void Py_DecRef(Object *);
PYTHON void Py_IncRef(Object *);
extern void *malloc(size);
extern void free(void *);

/* What Numba's code calls: memory for arrays, whose references are counted in `references`. */

typedef struct { size references; void *destructor, *information, *data; size bytes; void *allocator; } Memory;

void *NRT_Allocate(size bytes) { return malloc(bytes); }
void NRT_Free(void *data) { free(data); }
Memory *NRT_MemInfo_alloc_aligned(size bytes, unsigned alignment) {
  Memory *memory = bytes > (size)-1 - sizeof(Memory) - alignment ? 0 : malloc(sizeof(Memory) + alignment + bytes);
  if (!memory) return 0;
  size data = (size)(memory + 1) + alignment - 1;
  *memory = (Memory){1, 0, 0, (void *)(data - data % alignment), bytes, 0};
  return memory;
}
Memory *NRT_MemInfo_alloc(size bytes) { return NRT_MemInfo_alloc_aligned(bytes, 16); }
void NRT_MemInfo_call_dtor(Memory *memory) { free(memory); }

/* The absolute value of a complex number, without overflow. */
double hypot(double a, double b) {
  a = a < 0 ? -a : a;
  b = b < 0 ? -b : b;
  double large = a > b ? a : b, ratio = (a > b ? b : a) / large;
  return large == 0 ? 0 : large * __builtin_sqrt(1 + ratio * ratio);
}

/* The strides of an array that is reshaped without a copy; 0 if it is not contiguous. */
int numba_attempt_nocopy_reshape(ssize dimensions, const ssize *sizes, const ssize *strides, ssize new_dimensions,
                                 const ssize *new_sizes, ssize *new_strides, ssize width, int columns_first) {
  ssize stride = width;
  if (columns_first) return 0;
  for (ssize axis = dimensions; axis--; stride *= sizes[axis])
    if (sizes[axis] != 1 && strides[axis] != stride) return 0;
  stride = width;
  for (ssize axis = new_dimensions; axis--; stride *= new_sizes[axis]) new_strides[axis] = stride;
  return 1;
}

/* The table. */

typedef int (*Run)(i64 *words, void **error);
typedef struct { const char *code; Run run[LEVELS]; } Row;
typedef struct { const char *name; const Row *rows; } Kernel;
#include TABLE

enum { MOST_WORDS = 256, MOST_BUFFERS = 64 };
enum { WRITABLE = 1, FORMAT = 4, CONTIGUOUS = 0x38 };

#if LEVELS > 1
/* Whether the processor and the system have x86-64-v3: AVX2, BMI1, BMI2, FMA, F16C, LZCNT and MOVBE. */
static int level;
static void ask(unsigned leaf, unsigned *r) {
  __asm__("cpuid" : "=a"(r[0]), "=b"(r[1]), "=c"(r[2]), "=d"(r[3]) : "a"(leaf), "c"(0));
}
static void choose_level(void) {
  unsigned r[4], one[4], low, high;
  ask(0, r);
  if (r[0] < 7) return;
  ask(1, one);
  unsigned needed = 1u << 12 | 1u << 22 | 1u << 27 | 1u << 28 | 1u << 29; /* FMA, MOVBE, OSXSAVE, AVX, F16C */
  if ((one[2] & needed) != needed) return;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  if ((low & 6) != 6) return;
  ask(7, r);
  needed = 1u << 3 | 1u << 5 | 1u << 8; /* BMI1, AVX2, BMI2 */
  if ((r[1] & needed) != needed) return;
  ask(0x80000000u, r);
  if (r[0] < 0x80000001u) return;
  ask(0x80000001u, r);
  level = r[2] >> 5 & 1; /* LZCNT */
}
#else
enum { level = 0 };
static void choose_level(void) {}
#endif

typedef struct {
  const Kernel *kernel;
  i64 words[MOST_WORDS];
  Buffer buffers[MOST_BUFFERS];
  int word, buffer, argument;
} Call;

static int fits(char letter, const Buffer *buffer) {
  const char *format = buffer->format ? buffer->format : "B";
  if (*format == '@' || *format == '=' || *format == '<') format++;
  char given = *format;
  ssize width = buffer->width;
  switch (letter) {
    case '?': return given == '?';
    case 'f': return given == 'f';
    case 'd': return given == 'd';
    case 'Z': return given == 'Z' && width == 16;
    case 'b': return given == 'b';
    case 'B': return given == 'B';
    case 'h': return given == 'h';
    case 'H': return given == 'H';
    case 'i': return width == 4 && (given == 'i' || given == 'l');
    case 'I': return width == 4 && (given == 'I' || given == 'L');
    case 'q': return width == 8 && (given == 'q' || given == 'l');
    case 'Q': return width == 8 && (given == 'Q' || given == 'L');
  }
  return 0;
}

static int refuse(Call *call, const char *expected) {
  PyErr_Clear();
  PyErr_Format(PyExc_TypeError, "%s: argument %d must be %s", call->kernel->name, call->argument, expected);
  return 0;
}

static int take_array(Call *call, Object *given, int written, int dimensions, char letter) {
  if (call->buffer == MOST_BUFFERS || call->word + dimensions >= MOST_WORDS) return refuse(call, "smaller");
  Buffer *buffer = &call->buffers[call->buffer];
  if (PyObject_GetBuffer(given, buffer, FORMAT | CONTIGUOUS | (written ? WRITABLE : 0)))
    return refuse(call, written ? "a writable, C-contiguous array" : "a C-contiguous array");
  call->buffer++;
  if (buffer->dimensions != dimensions || !fits(letter, buffer)) {
    PyErr_Format(PyExc_TypeError, "%s: argument %d must be an array of %d dimensions with elements '%c', got %d and '%s'",
                 call->kernel->name, call->argument, dimensions, letter, buffer->dimensions,
                 buffer->format ? buffer->format : "B");
    return 0;
  }
  call->words[call->word++] = (i64)(size)buffer->address;
  for (int axis = 0; axis < dimensions; axis++) call->words[call->word++] = buffer->shape[axis];
  return 1;
}

static int take_number(Call *call, Object *given, char letter) {
  if (call->word == MOST_WORDS) return refuse(call, "smaller");
  i64 *word = &call->words[call->word++];
  if (letter == 'd') {
    *(double *)word = PyFloat_AsDouble(given);
    return PyErr_Occurred() ? refuse(call, "a number") : 1;
  }
  if (letter == '?') return (*word = PyObject_IsTrue(given)) >= 0;
  Object *index = PyNumber_Index(given);
  if (!index) return refuse(call, "an integer");
  *word = letter == 'Q' ? (i64)PyLong_AsUnsignedLongLong(index) : PyLong_AsLongLong(index);
  Py_DecRef(index);
  return *word != -1 || !PyErr_Occurred() ? 1 : refuse(call, "an integer of 64 bits");
}

/* Take arguments by a code, up to its end or to a closing parenthesis; NULL if one does not fit. */
static const char *take(Call *call, const char *code, Object *const *given, ssize number, int depth) {
  ssize taken = 0;
  while (*code && *code != '>' && *code != ')') {
    if (!depth) call->argument++;
    if (taken == number) break;
    Object *argument = given[taken++];
    if (*code == '(') {
      Object *fields[MOST_BUFFERS];
      ssize length = PyTuple_Size(argument);
      if (length < 0 || length > MOST_BUFFERS) return refuse(call, "a tuple of arrays"), (const char *)0;
      for (ssize i = 0; i < length; i++) fields[i] = PyTuple_GetItem(argument, i);
      code = take(call, code + 1, fields, length, 1);
      if (!code) return 0;
      code++;
      continue;
    }
    int written = *code == '!';
    if (written) code++;
    int dimensions = *code >= '1' && *code <= '9' ? *code++ - '0' : 0;
    char letter = *code++;
    if (!(dimensions ? take_array(call, argument, written, dimensions, letter) : take_number(call, argument, letter))) return 0;
  }
  int all = taken == number && (!*code || *code == '>' || *code == ')');
  if (!all) {
    PyErr_Format(PyExc_TypeError, "%s: wrong number of arguments", call->kernel->name);
    return 0;
  }
  return code;
}

static void release(Call *call) {
  while (call->buffer) PyBuffer_Release(&call->buffers[--call->buffer]);
}

static Object *result(const i64 *word, char letter) {
  switch (letter) {
    case '?': return PyBool_FromLong((long)*word);
    case 'd': return PyFloat_FromDouble(*(const double *)word);
    case 'Q': return PyLong_FromUnsignedLongLong((unsigned long long)*word);
  }
  return PyLong_FromLongLong(*word);
}

/* Raise what Numba's code raises: the address of a record with a pickled class, arguments and place. */
static Object *raise(const void *error, int status) {
  typedef struct { const char *data; int bytes; void *digest, *maker; } Record;
  const Record *record = error;
  if (status > 0 && record && !record->maker) {
    Object *pickle = PyImport_ImportModule("pickle");
    Object *bytes = pickle ? PyBytes_FromStringAndSize(record->data, record->bytes) : 0;
    Object *found = bytes ? PyObject_CallMethod(pickle, "loads", "O", bytes) : 0;
    if (bytes) Py_DecRef(bytes);
    if (pickle) Py_DecRef(pickle);
    if (!found) return 0;
    Object *kind = PyTuple_GetItem(found, 0), *arguments = kind ? PyTuple_GetItem(found, 1) : 0;
    if (arguments) PyErr_SetObject(kind, arguments);
    Py_DecRef(found);
    return 0;
  }
  return PyErr_Format(PyExc_RuntimeError, "a kernel failed with status %d", status);
}

static Object *run(Object *self, Object *const *given, ssize number) {
  Call call;
  call.kernel = PyCapsule_GetPointer(self, 0);
  if (!call.kernel) return 0;
  const char *code = 0;
  const Row *row = call.kernel->rows;
  for (; row->code; row++) {
    if (row != call.kernel->rows) PyErr_Clear();
    call.word = call.buffer = call.argument = 0;
    code = take(&call, row->code, given, number, 0);
    if (code) break;
    release(&call);
  }
  if (!code) return 0;
  void *error = 0;
  void *thread = PyEval_SaveThread();
  int status = row->run[level](call.words, &error);
  PyEval_RestoreThread(thread);
  release(&call);
  if (status != 0 && status != -2) return raise(error, status);
  code++;
  if (!*code) {
    Py_IncRef(&_Py_NoneStruct);
    return &_Py_NoneStruct;
  }
  if (!code[1]) return result(call.words, *code);
  Object *tuple = PyTuple_New(2);
  for (int i = 0; tuple && i < 2; i++) PyTuple_SetItem(tuple, i, result(&call.words[i], code[i]));
  return tuple;
}

static Method methods[NUMBER];
static Definition definition = {{1, 0}, 0, 0, 0, "kernels", 0, -1, 0, 0, 0, 0, 0};

PUBLIC Object *INIT(void) {
  choose_level();
  Object *module = PyModule_Create2(&definition, 3);
  Object *found = module ? PyDict_New() : 0;
  if (!found) return 0;
  for (int i = 0; i < NUMBER; i++) {
    methods[i] = (Method){kernels[i].name, run, 0x80, 0};
    Object *self = PyCapsule_New((void *)&kernels[i], 0, 0);
    Object *function = self ? PyCFunction_NewEx(&methods[i], self, 0) : 0;
    if (!function || PyDict_SetItemString(found, kernels[i].name, function)) return 0;
    Py_DecRef(self);
    Py_DecRef(function);
  }
  if (PyModule_AddObjectRef(module, "kernels", found) || PyModule_AddStringConstant(module, "sources", SOURCES)) return 0;
  Py_DecRef(found);
  return module;
}
