/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions of matrices of all forms (bands, packed, symmetric, Hermitian, triangular) and of complex
 * numbers: each is a product, a sum, a solution or a reduction of views (blas_forms.cl).
 */
#include <string.h>

#include "blas.h"

#ifdef LOCKSTEP_HIP
enum { UPPER = 121, LOWER = 122, NON_UNIT = 131, UNIT = 132, LEFT = 141, RIGHT = 142 };
#else
enum { LOWER = 0, UPPER = 1, NON_UNIT = 0, UNIT = 1, LEFT = 0, RIGHT = 1 };
#endif

/* TYPE of blas_forms.cl. */
typedef enum { REAL_4, REAL_8, COMPLEX_4, COMPLEX_8, ELEMENTS } Element;

enum { PRODUCT, SUM, SCALE, SOLVE, REDUCE, ROTATE };
enum { REDUCE_DOT, REDUCE_ASUM, REDUCE_NRM2, REDUCE_IAMAX, REDUCE_IAMIN };
#define NAMES(p) {p "product", p "sum", p "scale", p "solve", p "reduce", p "rotate"}

__asm__(".section .rodata\n"
        "blas_forms_text: .incbin \"blas_forms.cl\"\n"
        " .byte 0\n"
        ".previous");
extern const char blas_forms_text[] __attribute__((visibility("hidden")));

#define TEXT(number, letter) \
  {.text = blas_forms_text, .options = "-DTYPE=" number " -DLETTER=" letter, \
   .names = NAMES("lockstep_" letter)}
static Kernels kernels[ELEMENTS] = {TEXT("0", "s"), TEXT("1", "d"), TEXT("2", "c"), TEXT("3", "z")};

/* Factor and View of blas_forms.cl. */
enum { FACTOR_CONJUGATE = 1, FACTOR_REAL = 2 };
typedef struct {
  uint64_t address, flags;
  union {
    float singles[2];
    double doubles[2];
  } value;
} Scale;

enum { FULL, BAND, PACKED };
enum { GENERAL, SYMMETRIC, HERMITIAN, TRIANGULAR };
typedef struct {
  uint64_t address;
  int64_t step, ld, stride, n, above, below;
  int storage, shape, lower, unit, turned, conjugated, by_array, pad;
} View;

static int is_complex(Element type) {
  return type >= COMPLEX_4;
}

static int is_double(Element type) {
  return type % 2;
}

static size_t bytes_of(Element type) {
  return (is_double(type) ? 8 : 4) << is_complex(type);
}

static int64_t at_least(int64_t least, int64_t n) {
  return n > least ? n : least;
}

static unsigned groups(int64_t n, int64_t items) {
  int64_t whole = (n + items - 1) / items;
  return (unsigned)(whole < 1 ? 1 : whole < 65535 ? whole : 65535);
}

static Scale scale_of(const Handle *handle, const void *factor, Element type, int flags) {
  Scale made = {.flags = (uint64_t)flags};
  if (handle->device_pointers)
    made.address = (uintptr_t)factor;
  else
    memcpy(&made.value, factor, bytes_of(type) >> (is_complex(type) && flags & FACTOR_REAL));
  return made;
}

static Scale number(Element type, double value) {
  Scale made = {0};
  if (is_double(type))
    made.value.doubles[0] = value;
  else
    made.value.singles[0] = (float)value;
  return made;
}

static View full(const void *a, int64_t ld) {
  return (View){.address = (uintptr_t)a, .step = 1, .ld = ld};
}

/* A vector as a column; the first element in the order of its indices. */
static View vector(const void *x, int64_t step, int64_t n, Element type) {
  uint64_t skipped = step < 0 ? (uint64_t)((1 - n) * step) * bytes_of(type) : 0;
  return (View){.address = (uintptr_t)x + skipped, .step = step};
}

static View across(View v, int conjugated) {
  int64_t step = v.step;
  v.step = v.ld;
  v.ld = step;
  v.conjugated ^= conjugated;
  return v;
}

static View turned(View v, int conjugated) {
  v.turned ^= 1;
  v.conjugated ^= conjugated;
  return v;
}

static Status start(Handle *handle, Element type, int kernel, Dim3 grid, Dim3 block, void **arguments) {
  return library_launch(&kernels[type], kernel, grid, block, arguments, handle->stream)
             ? EXECUTION_FAILED
             : SUCCESS;
}

/* One work-item for each element of m x n. */
static Status by_element(Handle *handle, Element type, int kernel, int64_t m, int64_t n,
                         int64_t batch, void **arguments) {
  unsigned wide = n == 1 ? 64 : 16, high = n == 1 ? 1 : 16;
  return start(handle, type, kernel, (Dim3){groups(m, wide), groups(n, high), groups(batch, 1)},
               (Dim3){wide, high, 1}, arguments);
}

static Status product(Handle *handle, Element type, int64_t m, int64_t n, int64_t k, Scale alpha,
                      View a, View b, Scale beta, View c, int64_t batch) {
  if (m == 0 || n == 0 || batch == 0)
    return SUCCESS;
  return by_element(handle, type, PRODUCT, m, n, batch,
                    (void *[]){&m, &n, &k, &alpha, &a, &b, &beta, &c, &batch});
}

static Status sum(Handle *handle, Element type, int64_t m, int64_t n, Scale alpha, View a,
                  Scale beta, View b, View c) {
  if (m == 0 || n == 0)
    return SUCCESS;
  return by_element(handle, type, SUM, m, n, 1, (void *[]){&m, &n, &alpha, &a, &beta, &b, &c});
}

/* A copy of m x n elements without gaps, which lives until the handle's next one. */
static Status copy_of(Handle *handle, Element type, int64_t m, int64_t n, View from, View *copy) {
  size_t bytes = (size_t)(m * n) * bytes_of(type);
  if (bytes > handle->scratch_bytes) {
    cudaFree(handle->scratch);
    handle->scratch = NULL;
    handle->scratch_bytes = 0;
    if (cudaMalloc(&handle->scratch, bytes))
      return ALLOC_FAILED;
    handle->scratch_bytes = bytes;
  }
  *copy = full(handle->scratch, m);
  return sum(handle, type, m, n, number(type, 1), from, number(type, 0), from, *copy);
}

/* How a function describes its matrix. */
typedef struct {
  int storage, shape, fill, operation, diagonal;
  int64_t rows, above, below; /* rows of what is stored, or the order */
} Form;

static Status view_of(const Handle *handle, Element type, Form form, const void *a, int64_t ld,
                      View *view) {
  if (!handle)
    return NO_HANDLE;
  int half = form.shape != GENERAL;
  if ((half && form.fill != LOWER && form.fill != UPPER)
      || (form.operation != OP_N && form.operation != OP_T && form.operation != OP_C)
      || (form.shape == TRIANGULAR && form.diagonal != NON_UNIT && form.diagonal != UNIT))
    return NO_ENUM;
  int lower = half && form.fill == LOWER;
  if (half && form.storage == BAND) { /* `below` is the number of diagonals beside the main one */
    form.above = lower ? 0 : form.below;
    form.below = lower ? form.below : 0;
  }
  if (form.rows < 0 || form.above < 0 || form.below < 0
      || (form.storage == FULL && ld < at_least(1, form.rows))
      || (form.storage == BAND && ld < form.above + form.below + 1))
    return INVALID_VALUE;
  *view = full(a, ld);
  view->n = form.rows;
  view->above = form.above;
  view->below = form.below;
  view->storage = form.storage;
  view->shape = form.shape;
  view->lower = lower;
  view->unit = form.shape == TRIANGULAR && form.diagonal == UNIT;
  view->turned = form.operation != OP_N;
  view->conjugated = form.operation == OP_C && is_complex(type);
  return SUCCESS;
}

#define VALID(condition)    \
  do {                      \
    if (!(condition))       \
      return INVALID_VALUE; \
  } while (0)
#define FORM(...) ((Form){.operation = OP_N, __VA_ARGS__})

/* y = alpha op(A) x + beta y; A has m rows and n columns. */
static Status mv(Handle *handle, Element type, Form form, int64_t m, int64_t n, const void *alpha,
                 const void *a, int64_t ld, const void *x, int64_t x_step, const void *beta, void *y,
                 int64_t y_step) {
  View view;
  TRY(view_of(handle, type, form, a, ld, &view));
  VALID(m >= 0 && n >= 0 && x_step != 0 && y_step != 0);
  if (m == 0 || n == 0)
    return SUCCESS;
  VALID(alpha && beta && y);
  int64_t rows = view.turned ? n : m, columns = view.turned ? m : n;
  return product(handle, type, rows, 1, columns, scale_of(handle, alpha, type, 0), view,
                 vector(x, x_step, columns, type), scale_of(handle, beta, type, 0),
                 vector(y, y_step, rows, type), 1);
}

/* x = op(A) x, or the solution of op(A) x = b in place of b. */
static Status triangular_vector(Handle *handle, Element type, Form form, int solves, int64_t n,
                                const void *a, int64_t ld, void *x, int64_t step) {
  View view, before, at;
  TRY(view_of(handle, type, form, a, ld, &view));
  VALID(step != 0);
  if (n == 0)
    return SUCCESS;
  VALID(a && x);
  Scale one = number(type, 1);
  int64_t columns = 1;
  at = vector(x, step, n, type);
  if (solves)
    return start(handle, type, SOLVE, (Dim3){1, 1, 1}, (Dim3){64, 1, 1},
                 (void *[]){&n, &columns, &one, &view, &at, &columns});
  TRY(copy_of(handle, type, n, 1, at, &before));
  return product(handle, type, n, 1, n, one, view, before, number(type, 0), at, 1);
}

/* A = alpha x y' + A, and with `twice` its mirror image; y is conjugated if A is Hermitian. */
static Status rank_1(Handle *handle, Element type, Form form, int conjugated, int flags, int twice,
                     int64_t m, int64_t n, const void *alpha, const void *x, int64_t x_step,
                     const void *y, int64_t y_step, void *a, int64_t ld) {
  View view;
  TRY(view_of(handle, type, form, a, ld, &view));
  VALID(m >= 0 && n >= 0 && x_step != 0 && y_step != 0);
  if (m == 0 || n == 0)
    return SUCCESS;
  VALID(alpha && x && y && a);
  Scale one = number(type, 1), scale = scale_of(handle, alpha, type, flags);
  View rows = vector(x, x_step, m, type), columns = vector(y, y_step, n, type);
  TRY(product(handle, type, m, n, 1, scale, rows, across(columns, conjugated), one, view, 1));
  if (!twice)
    return SUCCESS;
  scale.flags |= conjugated ? FACTOR_CONJUGATE : 0;
  return product(handle, type, m, n, 1, scale, columns, across(rows, conjugated), one, view, 1);
}

/* C = alpha A B + beta C, or B A; A is symmetric or Hermitian. */
static Status symmetric_product(Handle *handle, Element type, int shape, int side, int fill,
                                int64_t m, int64_t n, const void *alpha, const void *a, int64_t lda,
                                const void *b, int64_t ldb, const void *beta, void *c, int64_t ldc) {
  View view;
  int left = side == LEFT;
  if (handle && side != LEFT && side != RIGHT)
    return NO_ENUM;
  TRY(view_of(handle, type, FORM(.shape = shape, .fill = fill, .rows = left ? m : n), a, lda, &view));
  VALID(m >= 0 && n >= 0 && ldb >= at_least(1, m) && ldc >= at_least(1, m));
  if (m == 0 || n == 0)
    return SUCCESS;
  VALID(alpha && beta && c);
  View other = full(b, ldb);
  return product(handle, type, m, n, left ? m : n, scale_of(handle, alpha, type, 0),
                 left ? view : other, left ? other : view, scale_of(handle, beta, type, 0),
                 full(c, ldc), 1);
}

/* C = alpha op(A) op(B)' + beta C, and with `twice` alpha' op(B) op(A)'; of C one half. */
static Status rank_k(Handle *handle, Element type, int shape, int twice, int fill, int operation,
                     int64_t n, int64_t k, const void *alpha, int alpha_flags, const void *a,
                     int64_t lda, const void *b, int64_t ldb, const void *beta, void *c,
                     int64_t ldc) {
  View left, right, to;
  int plain = operation == OP_N, hermitian = shape == HERMITIAN;
  if (handle && is_complex(type) && operation == (hermitian ? OP_T : OP_C))
    return NO_ENUM;
  Form form = FORM(.rows = plain ? n : k);
  form.operation = operation;
  TRY(view_of(handle, type, form, a, lda, &left));
  TRY(view_of(handle, type, form, b, ldb, &right));
  TRY(view_of(handle, type, FORM(.shape = shape, .fill = fill, .rows = n), c, ldc, &to));
  VALID(k >= 0);
  if (n == 0)
    return SUCCESS;
  VALID(alpha && beta && c);
  Scale scale = scale_of(handle, alpha, type, alpha_flags);
  Scale keep = scale_of(handle, beta, type, hermitian ? FACTOR_REAL : 0);
  TRY(product(handle, type, n, n, k, scale, left, turned(right, hermitian), keep, to, 1));
  if (!twice)
    return SUCCESS;
  scale.flags |= hermitian ? FACTOR_CONJUGATE : 0;
  return product(handle, type, n, n, k, scale, right, turned(left, hermitian), number(type, 1), to, 1);
}

/* C = alpha op(A) B or alpha B op(A), or the solution X of op(A) X = alpha B or X op(A) = alpha B. */
static Status triangular_matrix(Handle *handle, Element type, int solves, int side, int fill,
                                int operation, int diagonal, int64_t m, int64_t n,
                                const void *alpha, const void *a, int64_t lda, const void *b,
                                int64_t ldb, void *c, int64_t ldc, int64_t batch, int by_array) {
  View view, from;
  int left = side == LEFT;
  if (handle && side != LEFT && side != RIGHT)
    return NO_ENUM;
  Form form = {.shape = TRIANGULAR, .fill = fill, .operation = operation, .diagonal = diagonal,
               .rows = left ? m : n};
  TRY(view_of(handle, type, form, a, lda, &view));
  VALID(m >= 0 && n >= 0 && batch >= 0 && ldb >= at_least(1, m) && ldc >= at_least(1, m));
  if (m == 0 || n == 0 || batch == 0)
    return SUCCESS;
  VALID(alpha && b && c);
  Scale scale = scale_of(handle, alpha, type, 0);
  View to = full(c, ldc);
  view.by_array = to.by_array = by_array;
  if (solves) {
    int64_t order = left ? m : n, columns = left ? n : m;
    view = left ? view : turned(view, 0);
    to = left ? to : across(to, 0);
    return start(handle, type, SOLVE, (Dim3){groups(columns, 1), groups(batch, 1), 1},
                 (Dim3){64, 1, 1}, (void *[]){&order, &columns, &scale, &view, &to, &batch});
  }
  from = full(b, ldb);
  if (b == c)
    TRY(copy_of(handle, type, m, n, from, &from));
  return product(handle, type, m, n, left ? m : n, scale, left ? view : from, left ? from : view,
                 number(type, 0), to, 1);
}

typedef struct {
  const void *address;
  int64_t ld, stride;
} Matrix;

static Status general_product(Handle *handle, Element type, int a_operation, int b_operation,
                              int64_t m, int64_t n, int64_t k, const void *alpha, Matrix a, Matrix b,
                              const void *beta, Matrix c, int64_t batch, int by_array) {
  View left, right, to;
  Form a_form = {.operation = a_operation, .rows = a_operation == OP_N ? m : k};
  Form b_form = {.operation = b_operation, .rows = b_operation == OP_N ? k : n};
  TRY(view_of(handle, type, a_form, a.address, a.ld, &left));
  TRY(view_of(handle, type, b_form, b.address, b.ld, &right));
  TRY(view_of(handle, type, FORM(.rows = m), c.address, c.ld, &to));
  VALID(m >= 0 && n >= 0 && k >= 0 && batch >= 0);
  if (m == 0 || n == 0 || batch == 0)
    return SUCCESS;
  VALID(alpha && beta && c.address);
  left.stride = a.stride, right.stride = b.stride, to.stride = c.stride;
  left.by_array = right.by_array = to.by_array = by_array;
  return product(handle, type, m, n, k, scale_of(handle, alpha, type, 0), left, right,
                 scale_of(handle, beta, type, 0), to, batch);
}

static Status general_sum(Handle *handle, Element type, int a_operation, int b_operation, int64_t m,
                          int64_t n, const void *alpha, const void *a, int64_t lda,
                          const void *beta, const void *b, int64_t ldb, void *c, int64_t ldc) {
  View left, right, to;
  Form a_form = {.operation = a_operation, .rows = a_operation == OP_N ? m : n};
  Form b_form = {.operation = b_operation, .rows = b_operation == OP_N ? m : n};
  TRY(view_of(handle, type, a_form, a, lda, &left));
  TRY(view_of(handle, type, b_form, b, ldb, &right));
  TRY(view_of(handle, type, FORM(.rows = m), c, ldc, &to));
  VALID(m >= 0 && n >= 0 && (m == 0 || n == 0 || (alpha && beta && c)));
  if (m == 0 || n == 0)
    return SUCCESS;
  return sum(handle, type, m, n, scale_of(handle, alpha, type, 0), left,
             scale_of(handle, beta, type, 0), right, to);
}

/* C = A diag(x) or diag(x) A */
static Status diagonal_product(Handle *handle, Element type, int side, int64_t m, int64_t n,
                               const void *a, int64_t lda, const void *x, int64_t step, void *c,
                               int64_t ldc) {
  View from, to;
  if (handle && side != LEFT && side != RIGHT)
    return NO_ENUM;
  TRY(view_of(handle, type, FORM(.rows = m), a, lda, &from));
  TRY(view_of(handle, type, FORM(.rows = m), c, ldc, &to));
  VALID(m >= 0 && n >= 0 && (m == 0 || n == 0 || (a && x && c)));
  if (m == 0 || n == 0)
    return SUCCESS;
  View factors = vector(x, step, side == LEFT ? m : n, type);
  factors = side == LEFT ? factors : across(factors, 0);
  return by_element(handle, type, SCALE, m, n, 1, (void *[]){&m, &n, &from, &factors, &to});
}

/* A half of a matrix, from or to its packed form. */
static Status repack(Handle *handle, Element type, int fill, int64_t n, const void *from,
                     int64_t ld, void *to, int packs) {
  View full_view, packed;
  TRY(view_of(handle, type, FORM(.shape = SYMMETRIC, .fill = fill, .rows = n),
              packs ? from : to, ld, &full_view));
  TRY(view_of(handle, type, FORM(.storage = PACKED, .shape = SYMMETRIC, .fill = fill, .rows = n),
              packs ? to : from, 0, &packed));
  View source = packs ? full_view : packed;
  return sum(handle, type, n, n, number(type, 1), source, number(type, 0), source,
             packs ? packed : full_view);
}

/* y = alpha x + beta y; of x = alpha x, y is x. */
static Status vector_sum(Handle *handle, Element type, int64_t n, const void *alpha, int flags,
                         const void *x, int64_t x_step, double keep, void *y, int64_t y_step) {
  if (!handle)
    return NO_HANDLE;
  if (n <= 0)
    return SUCCESS;
  VALID(x && y);
  View from = vector(x, x_step, n, type), to = vector(y, y_step, n, type);
  Scale scale = alpha ? scale_of(handle, alpha, type, flags) : number(type, 1);
  return sum(handle, type, n, 1, scale, from, number(type, keep), to, to);
}

static Status exchange(Handle *handle, Element type, int64_t n, void *x, int64_t x_step, void *y,
                       int64_t y_step) {
  View kept;
  if (!handle)
    return NO_HANDLE;
  if (n <= 0)
    return SUCCESS;
  VALID(x && y);
  TRY(copy_of(handle, type, n, 1, vector(x, x_step, n, type), &kept));
  TRY(vector_sum(handle, type, n, NULL, 0, y, y_step, 0, x, x_step));
  return sum(handle, type, n, 1, number(type, 1), kept, number(type, 0), kept,
             vector(y, y_step, n, type));
}

static Status reduce(Handle *handle, Element type, int kind, int conjugated, int64_t n,
                     const void *x, int64_t x_step, const void *y, int64_t y_step, void *result,
                     size_t bytes) {
  static const double zero[2];
  if (!handle)
    return NO_HANDLE;
  VALID(result);
  uint64_t to = (uintptr_t)result;
  if (!handle->device_pointers)
    TRY(workspace_of(handle, &to));
  if (n > 0 && (kind == REDUCE_DOT || x_step > 0)) {
    VALID(x && y);
    View from = vector(x, x_step, n, type), other = vector(y, y_step, n, type);
    from.conjugated = conjugated;
    TRY(start(handle, type, REDUCE, (Dim3){1, 1, 1}, (Dim3){256, 1, 1},
              (void *[]){&kind, &n, &from, &other, &to}));
  } else if (cudaMemcpyAsync((void *)(uintptr_t)to, zero, bytes, HOST_TO_DEVICE, handle->stream)) {
    return MAPPING_ERROR;
  }
  if (handle->device_pointers)
    return SUCCESS;
  return cudaMemcpyAsync(result, (void *)(uintptr_t)to, bytes, DEVICE_TO_HOST, handle->stream)
                 || cudaStreamSynchronize(handle->stream)
             ? EXECUTION_FAILED
             : SUCCESS;
}

static Status rotate(Handle *handle, Element type, int64_t n, void *x, int64_t x_step, void *y,
                     int64_t y_step, const void *cosine, const void *sine, int sine_flags) {
  if (!handle)
    return NO_HANDLE;
  if (n <= 0)
    return SUCCESS;
  VALID(x && y && cosine && sine);
  Scale c = scale_of(handle, cosine, type, FACTOR_REAL);
  Scale s = scale_of(handle, sine, type, sine_flags);
  View first = vector(x, x_step, n, type), second = vector(y, y_step, n, type);
  return start(handle, type, ROTATE, (Dim3){groups(n, 64), 1, 1}, (Dim3){64, 1, 1},
               (void *[]){&n, &first, &second, &c, &s});
}

typedef const void *In;
typedef void *Out;

/* One function of the interface: its parameters behind the handle, and what it is. */
#define BLAS(name, parameters, body)               \
  API Status cublas##name(Handle *handle, EXPAND parameters) { \
    return body;                                   \
  }
#define EXPAND(...) __VA_ARGS__
#define HALF(shape_, ...) FORM(.shape = shape_, .fill = fill, .rows = n, __VA_ARGS__)
#define TRIANGLE(...) \
  ((Form){.shape = TRIANGULAR, .fill = fill, .operation = op, .diagonal = diag, .rows = n, __VA_ARGS__})
#define MV(t, form) mv(handle, t, form, n, n, alpha, a, lda, x, xs, beta, y, ys)

#define ALL_TYPES(L, t, I, end)                                                                    \
  BLAS(L##gbmv_v2##end, (int op, I m, I n, I kl, I ku, In alpha, In a, I lda, In x, I xs, In beta, Out y, I ys), \
       mv(handle, t, ((Form){.storage = BAND, .operation = op, .rows = m, .above = ku, .below = kl}), m, n, alpha, a, lda, x, xs, beta, y, ys)) \
  BLAS(L##symv_v2##end, (int fill, I n, In alpha, In a, I lda, In x, I xs, In beta, Out y, I ys), MV(t, HALF(SYMMETRIC))) \
  BLAS(L##trmv_v2##end, (int fill, int op, int diag, I n, In a, I lda, Out x, I xs),                  \
       triangular_vector(handle, t, TRIANGLE(), 0, n, a, lda, x, xs))                                 \
  BLAS(L##tbmv_v2##end, (int fill, int op, int diag, I n, I k, In a, I lda, Out x, I xs),             \
       triangular_vector(handle, t, TRIANGLE(.storage = BAND, .below = k), 0, n, a, lda, x, xs))      \
  BLAS(L##tpmv_v2##end, (int fill, int op, int diag, I n, In a, Out x, I xs),                         \
       triangular_vector(handle, t, TRIANGLE(.storage = PACKED), 0, n, a, 0, x, xs))                  \
  BLAS(L##trsv_v2##end, (int fill, int op, int diag, I n, In a, I lda, Out x, I xs),                  \
       triangular_vector(handle, t, TRIANGLE(), 1, n, a, lda, x, xs))                                 \
  BLAS(L##tbsv_v2##end, (int fill, int op, int diag, I n, I k, In a, I lda, Out x, I xs),             \
       triangular_vector(handle, t, TRIANGLE(.storage = BAND, .below = k), 1, n, a, lda, x, xs))      \
  BLAS(L##tpsv_v2##end, (int fill, int op, int diag, I n, In a, Out x, I xs),                         \
       triangular_vector(handle, t, TRIANGLE(.storage = PACKED), 1, n, a, 0, x, xs))                  \
  BLAS(L##syr_v2##end, (int fill, I n, In alpha, In x, I xs, Out a, I lda),                           \
       rank_1(handle, t, HALF(SYMMETRIC), 0, 0, 0, n, n, alpha, x, xs, x, xs, a, lda))                \
  BLAS(L##syr2_v2##end, (int fill, I n, In alpha, In x, I xs, In y, I ys, Out a, I lda),              \
       rank_1(handle, t, HALF(SYMMETRIC), 0, 0, 1, n, n, alpha, x, xs, y, ys, a, lda))                \
  BLAS(L##symm_v2##end, (int side, int fill, I m, I n, In alpha, In a, I lda, In b, I ldb, In beta, Out c, I ldc), \
       symmetric_product(handle, t, SYMMETRIC, side, fill, m, n, alpha, a, lda, b, ldb, beta, c, ldc)) \
  BLAS(L##syrk_v2##end, (int fill, int op, I n, I k, In alpha, In a, I lda, In beta, Out c, I ldc),   \
       rank_k(handle, t, SYMMETRIC, 0, fill, op, n, k, alpha, 0, a, lda, a, lda, beta, c, ldc))       \
  BLAS(L##syr2k_v2##end, (int fill, int op, I n, I k, In alpha, In a, I lda, In b, I ldb, In beta, Out c, I ldc), \
       rank_k(handle, t, SYMMETRIC, 1, fill, op, n, k, alpha, 0, a, lda, b, ldb, beta, c, ldc))       \
  BLAS(L##syrkx##end, (int fill, int op, I n, I k, In alpha, In a, I lda, In b, I ldb, In beta, Out c, I ldc), \
       rank_k(handle, t, SYMMETRIC, 0, fill, op, n, k, alpha, 0, a, lda, b, ldb, beta, c, ldc))       \
  BLAS(L##trmm_v2##end, (int side, int fill, int op, int diag, I m, I n, In alpha, In a, I lda, In b, I ldb, Out c, I ldc), \
       triangular_matrix(handle, t, 0, side, fill, op, diag, m, n, alpha, a, lda, b, ldb, c, ldc, 1, 0)) \
  BLAS(L##trsm_v2##end, (int side, int fill, int op, int diag, I m, I n, In alpha, In a, I lda, Out b, I ldb), \
       triangular_matrix(handle, t, 1, side, fill, op, diag, m, n, alpha, a, lda, b, ldb, b, ldb, 1, 0)) \
  BLAS(L##trsmBatched##end, (int side, int fill, int op, int diag, I m, I n, In alpha, In a, I lda, Out b, I ldb, I batch), \
       triangular_matrix(handle, t, 1, side, fill, op, diag, m, n, alpha, a, lda, b, ldb, b, ldb, batch, 1)) \
  BLAS(L##dgmm##end, (int side, I m, I n, In a, I lda, In x, I xs, Out c, I ldc),                     \
       diagonal_product(handle, t, side, m, n, a, lda, x, xs, c, ldc))                                \
  BLAS(L##rot_v2##end, (I n, Out x, I xs, Out y, I ys, In cosine, In sine),                           \
       rotate(handle, t, n, x, xs, y, ys, cosine, sine, 0))

#define REAL_TYPES(L, t, I, end)                                                                      \
  ALL_TYPES(L, t, I, end)                                                                             \
  BLAS(L##sbmv_v2##end, (int fill, I n, I k, In alpha, In a, I lda, In x, I xs, In beta, Out y, I ys), \
       MV(t, HALF(SYMMETRIC, .storage = BAND, .below = k)))                                              \
  BLAS(L##spmv_v2##end, (int fill, I n, In alpha, In a, In x, I xs, In beta, Out y, I ys),            \
       mv(handle, t, HALF(SYMMETRIC, .storage = PACKED), n, n, alpha, a, 0, x, xs, beta, y, ys))      \
  BLAS(L##spr_v2##end, (int fill, I n, In alpha, In x, I xs, Out a),                                  \
       rank_1(handle, t, HALF(SYMMETRIC, .storage = PACKED), 0, 0, 0, n, n, alpha, x, xs, x, xs, a, 0)) \
  BLAS(L##spr2_v2##end, (int fill, I n, In alpha, In x, I xs, In y, I ys, Out a),                     \
       rank_1(handle, t, HALF(SYMMETRIC, .storage = PACKED), 0, 0, 1, n, n, alpha, x, xs, y, ys, a, 0))

#define COMPLEX_TYPES(L, M, t, I, end)                                                                \
  ALL_TYPES(L, t, I, end)                                                                             \
  BLAS(L##hemv_v2##end, (int fill, I n, In alpha, In a, I lda, In x, I xs, In beta, Out y, I ys), MV(t, HALF(HERMITIAN))) \
  BLAS(L##hbmv_v2##end, (int fill, I n, I k, In alpha, In a, I lda, In x, I xs, In beta, Out y, I ys), \
       MV(t, HALF(HERMITIAN, .storage = BAND, .below = k)))                                              \
  BLAS(L##hpmv_v2##end, (int fill, I n, In alpha, In a, In x, I xs, In beta, Out y, I ys),            \
       mv(handle, t, HALF(HERMITIAN, .storage = PACKED), n, n, alpha, a, 0, x, xs, beta, y, ys))      \
  BLAS(L##her_v2##end, (int fill, I n, In alpha, In x, I xs, Out a, I lda),                           \
       rank_1(handle, t, HALF(HERMITIAN), 1, FACTOR_REAL, 0, n, n, alpha, x, xs, x, xs, a, lda))      \
  BLAS(L##hpr_v2##end, (int fill, I n, In alpha, In x, I xs, Out a),                                  \
       rank_1(handle, t, HALF(HERMITIAN, .storage = PACKED), 1, FACTOR_REAL, 0, n, n, alpha, x, xs, x, xs, a, 0)) \
  BLAS(L##her2_v2##end, (int fill, I n, In alpha, In x, I xs, In y, I ys, Out a, I lda),              \
       rank_1(handle, t, HALF(HERMITIAN), 1, 0, 1, n, n, alpha, x, xs, y, ys, a, lda))                \
  BLAS(L##hpr2_v2##end, (int fill, I n, In alpha, In x, I xs, In y, I ys, Out a),                     \
       rank_1(handle, t, HALF(HERMITIAN, .storage = PACKED), 1, 0, 1, n, n, alpha, x, xs, y, ys, a, 0)) \
  BLAS(L##geru_v2##end, (I m, I n, In alpha, In x, I xs, In y, I ys, Out a, I lda),                   \
       rank_1(handle, t, FORM(.rows = m), 0, 0, 0, m, n, alpha, x, xs, y, ys, a, lda))                \
  BLAS(L##gerc_v2##end, (I m, I n, In alpha, In x, I xs, In y, I ys, Out a, I lda),                   \
       rank_1(handle, t, FORM(.rows = m), 1, 0, 0, m, n, alpha, x, xs, y, ys, a, lda))                \
  BLAS(L##gemv_v2##end, (int op, I m, I n, In alpha, In a, I lda, In x, I xs, In beta, Out y, I ys),  \
       mv(handle, t, ((Form){.operation = op, .rows = m}), m, n, alpha, a, lda, x, xs, beta, y, ys))  \
  BLAS(L##hemm_v2##end, (int side, int fill, I m, I n, In alpha, In a, I lda, In b, I ldb, In beta, Out c, I ldc), \
       symmetric_product(handle, t, HERMITIAN, side, fill, m, n, alpha, a, lda, b, ldb, beta, c, ldc)) \
  BLAS(L##herk_v2##end, (int fill, int op, I n, I k, In alpha, In a, I lda, In beta, Out c, I ldc),   \
       rank_k(handle, t, HERMITIAN, 0, fill, op, n, k, alpha, FACTOR_REAL, a, lda, a, lda, beta, c, ldc)) \
  BLAS(L##her2k_v2##end, (int fill, int op, I n, I k, In alpha, In a, I lda, In b, I ldb, In beta, Out c, I ldc), \
       rank_k(handle, t, HERMITIAN, 1, fill, op, n, k, alpha, 0, a, lda, b, ldb, beta, c, ldc))       \
  BLAS(L##herkx##end, (int fill, int op, I n, I k, In alpha, In a, I lda, In b, I ldb, In beta, Out c, I ldc), \
       rank_k(handle, t, HERMITIAN, 0, fill, op, n, k, alpha, 0, a, lda, b, ldb, beta, c, ldc))       \
  PRODUCT_OF(L##gemm_v2##end, t, I)                                                                   \
  PRODUCT_OF(L##gemm3m##end, t, I)                                                                    \
  BLAS(L##gemmStridedBatched##end,                                                                    \
       (int ta, int tb, I m, I n, I k, In alpha, In a, I lda, long long as, In b, I ldb, long long bs, In beta, Out c, I ldc, long long cs, I batch), \
       general_product(handle, t, ta, tb, m, n, k, alpha, (Matrix){a, lda, as}, (Matrix){b, ldb, bs}, beta, (Matrix){c, ldc, cs}, batch, 0)) \
  BLAS(L##gemmBatched##end,                                                                           \
       (int ta, int tb, I m, I n, I k, In alpha, In a, I lda, In b, I ldb, In beta, Out c, I ldc, I batch), \
       general_product(handle, t, ta, tb, m, n, k, alpha, (Matrix){a, lda}, (Matrix){b, ldb}, beta, (Matrix){c, ldc}, batch, 1)) \
  BLAS(L##geam##end, (int ta, int tb, I m, I n, In alpha, In a, I lda, In beta, In b, I ldb, Out c, I ldc), \
       general_sum(handle, t, ta, tb, m, n, alpha, a, lda, beta, b, ldb, c, ldc))                     \
  BLAS(L##axpy_v2##end, (I n, In alpha, In x, I xs, Out y, I ys), vector_sum(handle, t, n, alpha, 0, x, xs, 1, y, ys)) \
  BLAS(L##scal_v2##end, (I n, In alpha, Out x, I xs), vector_sum(handle, t, n, alpha, 0, x, xs, 0, x, xs)) \
  BLAS(M##scal_v2##end, (I n, In alpha, Out x, I xs), vector_sum(handle, t, n, alpha, FACTOR_REAL, x, xs, 0, x, xs)) \
  BLAS(M##rot_v2##end, (I n, Out x, I xs, Out y, I ys, In cosine, In sine),                           \
       rotate(handle, t, n, x, xs, y, ys, cosine, sine, FACTOR_REAL))                                 \
  BLAS(L##copy_v2##end, (I n, In x, I xs, Out y, I ys), vector_sum(handle, t, n, NULL, 0, x, xs, 0, y, ys)) \
  BLAS(L##swap_v2##end, (I n, Out x, I xs, Out y, I ys), exchange(handle, t, n, x, xs, y, ys))        \
  BLAS(L##dotu_v2##end, (I n, In x, I xs, In y, I ys, Out result),                                    \
       reduce(handle, t, REDUCE_DOT, 0, n, x, xs, y, ys, result, bytes_of(t)))                        \
  BLAS(L##dotc_v2##end, (I n, In x, I xs, In y, I ys, Out result),                                    \
       reduce(handle, t, REDUCE_DOT, 1, n, x, xs, y, ys, result, bytes_of(t)))

#define PRODUCT_OF(name, t, I)                                                                        \
  BLAS(name, (int ta, int tb, I m, I n, I k, In alpha, In a, I lda, In b, I ldb, In beta, Out c, I ldc), \
       general_product(handle, t, ta, tb, m, n, k, alpha, (Matrix){a, lda}, (Matrix){b, ldb}, beta, (Matrix){c, ldc}, 1, 0))
#define ONE_VECTOR(name, t, kind, I, bytes) \
  BLAS(name, (I n, In x, I xs, Out result), reduce(handle, t, kind, 0, n, x, xs, x, xs, result, bytes))
#define WIDTHS(I, end)                                         \
  REAL_TYPES(S, REAL_4, I, end)                                \
  REAL_TYPES(D, REAL_8, I, end)                                \
  COMPLEX_TYPES(C, Cs, COMPLEX_4, I, end)                      \
  COMPLEX_TYPES(Z, Zd, COMPLEX_8, I, end)                      \
  ONE_VECTOR(Scasum_v2##end, COMPLEX_4, REDUCE_ASUM, I, 4)     \
  ONE_VECTOR(Dzasum_v2##end, COMPLEX_8, REDUCE_ASUM, I, 8)     \
  ONE_VECTOR(Scnrm2_v2##end, COMPLEX_4, REDUCE_NRM2, I, 4)     \
  ONE_VECTOR(Dznrm2_v2##end, COMPLEX_8, REDUCE_NRM2, I, 8)
WIDTHS(int, )
WIDTHS(int64_t, _64)
ONE_VECTOR(Icamax_v2, COMPLEX_4, REDUCE_IAMAX, int, 4)
ONE_VECTOR(Izamax_v2, COMPLEX_8, REDUCE_IAMAX, int, 4)
ONE_VECTOR(Icamin_v2, COMPLEX_4, REDUCE_IAMIN, int, 4)
ONE_VECTOR(Izamin_v2, COMPLEX_8, REDUCE_IAMIN, int, 4)

#define PACKS(L, t)                                                                                   \
  BLAS(L##trttp, (int fill, int n, In a, int lda, Out packed), repack(handle, t, fill, n, a, lda, packed, 1)) \
  BLAS(L##tpttr, (int fill, int n, In packed, Out a, int lda), repack(handle, t, fill, n, packed, lda, a, 0))
#ifndef LOCKSTEP_HIP
PACKS(S, REAL_4)
PACKS(D, REAL_8)
PACKS(C, COMPLEX_4)
PACKS(Z, COMPLEX_8)

/* Their matrices are of complex floats, or of bytes, which are refused. */
#define OF_TYPES(name, shape, alpha_flags)                                                            \
  BLAS(name, (int fill, int op, int n, int k, In alpha, In a, int a_type, int lda, In beta, Out c, int c_type, int ldc), \
       a_type == 4 && c_type == 4                                                                     \
           ? rank_k(handle, COMPLEX_4, shape, 0, fill, op, n, k, alpha, alpha_flags, a, lda, a, lda, beta, c, ldc) \
           : (library_refuse("cublas" #name " with these types"), NOT_SUPPORTED))
OF_TYPES(CsyrkEx, SYMMETRIC, 0)
OF_TYPES(Csyrk3mEx, SYMMETRIC, 0)
OF_TYPES(CherkEx, HERMITIAN, FACTOR_REAL)
OF_TYPES(Cherk3mEx, HERMITIAN, FACTOR_REAL)
#endif
