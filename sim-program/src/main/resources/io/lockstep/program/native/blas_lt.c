/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cuBLASLt's interface as of its documentation (CUDA 11 to 13): the product of matrices by columns or
 * rows, with the types that cublasGemmEx has, and a bias and an activation behind it. Descriptors are
 * structures of the program's, too, which are larger than these.
 */
#include <stdlib.h>
#include <string.h>

#include "blas.h"

enum { ORDER_COLUMNS, ORDER_ROWS };
enum { EPILOGUE_DEFAULT = 1, RELU = 2, BIAS = 4, GELU = 32 };
enum { HOST_FACTORS, DEVICE_FACTORS, DEVICE_TO_DEVICE = 3 };

/* cublasLtMatmulDescOpaque_t */
typedef struct {
  int32_t computing, scale, pointer_mode, a_operation, b_operation, c_operation, fill_mode;
  uint32_t epilogue;
  const void *bias;
  int64_t bias_stride;
  int32_t bias_type;
  int unsupported; /* an attribute that changes the product is set */
} Description;

/* cublasLtMatrixLayoutOpaque_t */
typedef struct {
  uint32_t type;
  int32_t order;
  uint64_t rows, columns;
  int64_t ld;
  int32_t batch;
  int64_t stride, plane;
} Layout;

/* cublasLtMatmulPreferenceOpaque_t: kernels need no memory, so that preferences change nothing. */
typedef struct {
  uint64_t workspace;
} Preference;
_Static_assert(sizeof(Description) <= 23 * 8 && sizeof(Layout) <= 64, "opaque structures");

/* cublasLtMatmulHeuristicResult_t */
typedef struct {
  uint64_t algorithm[8];
  size_t workspace;
  Status state;
  float waves;
  int reserved[4];
} Found;

/* An attribute of a structure: its number, its place and size in bytes. */
typedef struct {
  int number;
  unsigned place, bytes;
} Attribute;
#define AT(number, structure, field) \
  {number, offsetof(structure, field), sizeof(((structure *)0)->field)}
static const Attribute DESCRIPTION[] = {
    AT(0, Description, computing),    AT(1, Description, scale),
    AT(2, Description, pointer_mode), AT(3, Description, a_operation),
    AT(4, Description, b_operation),  AT(5, Description, c_operation),
    AT(6, Description, fill_mode),    AT(7, Description, epilogue),
    AT(8, Description, bias),         AT(10, Description, bias_stride),
    AT(26, Description, bias_type),   {-1}};
static const Attribute LAYOUT[] = {
    AT(0, Layout, type),  AT(1, Layout, order),  AT(2, Layout, rows),  AT(3, Layout, columns),
    AT(4, Layout, ld),    AT(5, Layout, batch),  AT(6, Layout, stride), AT(7, Layout, plane),
    {-1}};
static const Attribute PREFERENCE[] = {AT(1, Preference, workspace), {-1}};

static const Attribute *attribute_of(const Attribute *all, int number) {
  while (all->number >= 0 && all->number != number)
    all++;
  return all->number < 0 ? NULL : all;
}

static Status set(void *structure, const Attribute *attribute, const void *value, size_t bytes) {
  if (!structure || !attribute || !value || bytes != attribute->bytes)
    return INVALID_VALUE;
  memcpy((char *)structure + attribute->place, value, bytes);
  return SUCCESS;
}

static Status get(const void *structure, const Attribute *attribute, void *value, size_t bytes,
                  size_t *written) {
  if (!structure || !attribute || (bytes > 0 && (!value || bytes < attribute->bytes))
      || (bytes == 0 && !written))
    return INVALID_VALUE;
  if (bytes > 0)
    memcpy(value, (const char *)structure + attribute->place, attribute->bytes);
  if (written)
    *written = attribute->bytes;
  return SUCCESS;
}

/* Functions of a kind of structure: it is filled where the program has it, or made. */
#define STRUCTURE(name, Type, attributes, parameters, ...)                                        \
  API Status cublasLt##name##Init_internal parameters {                                           \
    if (!made)                                                                                    \
      return INVALID_VALUE;                                                                       \
    if (bytes < sizeof *made)                                                                     \
      return ALLOC_FAILED;                                                                        \
    *made = (Type){__VA_ARGS__};                                                                  \
    return SUCCESS;                                                                               \
  }                                                                                               \
  API Status cublasLt##name##Destroy(Type *made) {                                                \
    free(made);                                                                                   \
    return SUCCESS;                                                                               \
  }                                                                                               \
  API Status cublasLt##name##GetAttribute(const Type *of, int number, void *value, size_t bytes,  \
                                          size_t *written) {                                      \
    return get(of, attribute_of(attributes, number), value, bytes, written);                      \
  }
#define MAKE(name, Type, ...)                        \
  if (!made)                                         \
    return INVALID_VALUE;                            \
  *made = calloc(1, 256);                            \
  return *made ? cublasLt##name##Init_internal(*made, 256, ##__VA_ARGS__) : ALLOC_FAILED

STRUCTURE(MatmulDesc, Description, DESCRIPTION,
          (Description *made, size_t bytes, int computing, int scale), .computing = computing,
          .scale = scale, .fill_mode = 2, .epilogue = EPILOGUE_DEFAULT, .bias_type = -1)
API Status cublasLtMatmulDescCreate(Description **made, int computing, int scale) {
  MAKE(MatmulDesc, Description, computing, scale);
}

/* Attributes that are not kept tune the product, or change it, as factors of 8-bit floats do. */
API Status cublasLtMatmulDescSetAttribute(Description *of, int number, const void *value,
                                          size_t bytes) {
  enum { SM_TARGET = 15, FAST_ACCUMULATION = 25, LAST = 40 };
  const Attribute *known = attribute_of(DESCRIPTION, number);
  if (known || !of || !value || number < 0 || number > LAST)
    return set(of, known, value, bytes);
  of->unsupported |= number != SM_TARGET && number != FAST_ACCUMULATION;
  return SUCCESS;
}

STRUCTURE(MatrixLayout, Layout, LAYOUT,
          (Layout *made, size_t bytes, int type, uint64_t rows, uint64_t columns, int64_t ld),
          .type = (uint32_t)type, .rows = rows, .columns = columns, .ld = ld, .batch = 1)
API Status cublasLtMatrixLayoutCreate(Layout **made, int type, uint64_t rows, uint64_t columns,
                                      int64_t ld) {
  MAKE(MatrixLayout, Layout, type, rows, columns, ld);
}

STRUCTURE(MatmulPreference, Preference, PREFERENCE, (Preference *made, size_t bytes),
          .workspace = 0)
API Status cublasLtMatmulPreferenceCreate(Preference **made) {
  MAKE(MatmulPreference, Preference);
}

/* A product that is asked for. */
typedef struct {
  const Description *as;
  const Layout *a, *b, *c, *d;
} Question;

static Status refuse(const char *what) {
  library_refuse(what);
  return NOT_SUPPORTED;
}

static int is_order(const Layout *layout) {
  return layout->order == ORDER_COLUMNS || layout->order == ORDER_ROWS;
}

/* The operation with which a matrix is read by columns: one by rows is its transpose. */
static int by_columns(int operation, const Layout *layout) {
  int turned = (operation != OP_N) != (layout->order == ORDER_ROWS);
  return turned ? OP_T : OP_N;
}

/* The product without its addresses; a result by rows is the product of the transposes. */
static Status product_of(Question q, Product *product) {
  const Layout *a = q.a, *b = q.b, *c = q.c, *d = q.d;
  if (!q.as || !a || !b || !c || !d)
    return INVALID_VALUE;
  int a_turned = q.as->a_operation != OP_N, b_turned = q.as->b_operation != OP_N;
  uint64_t m = a_turned ? a->columns : a->rows, k = a_turned ? a->rows : a->columns;
  uint64_t n = b_turned ? b->rows : b->columns;
  if ((b_turned ? b->columns : b->rows) != k || c->rows != m || d->rows != m || c->columns != n
      || d->columns != n || c->type != d->type)
    return INVALID_VALUE;
  if (a->batch != d->batch || b->batch != d->batch || c->batch != d->batch || d->batch < 1)
    return INVALID_VALUE;
  uint32_t rest = q.as->epilogue & ~(uint32_t)(EPILOGUE_DEFAULT | RELU | BIAS | GELU);
  if (rest || !is_order(a) || !is_order(b) || !is_order(d) || c->order != d->order || a->plane
      || q.as->c_operation != OP_N || q.as->fill_mode != 2 || q.as->pointer_mode > DEVICE_FACTORS
      || q.as->unsupported)
    return refuse("cublasLtMatmul with these attributes");
  int computing = computing_in(q.as->computing);
  if (q.as->scale != computing)
    return refuse("cublasLtMatmul with these types");
  if ((q.as->epilogue & BIAS) && q.as->bias_type >= 0 && (uint32_t)q.as->bias_type != d->type)
    return refuse("cublasLtMatmul with a bias of another type");
  int rows = d->order == ORDER_ROWS;
  int left = by_columns(q.as->a_operation, a), right = by_columns(q.as->b_operation, b);
  *product = (Product){
      .a_operation = rows ? OP_T + OP_N - right : left,
      .b_operation = rows ? OP_T + OP_N - left : right,
      .m = (int64_t)(rows ? n : m),
      .n = (int64_t)(rows ? m : n),
      .k = (int64_t)k,
      .a = {.ld = (rows ? b : a)->ld, .stride = (rows ? b : a)->stride},
      .b = {.ld = (rows ? a : b)->ld, .stride = (rows ? a : b)->stride},
      .c = {.ld = d->ld, .stride = d->stride},
      .batch = d->batch};
  Status status = types_of("cublasLtMatmul with these types", product, (int)a->type, (int)b->type,
                           (int)d->type, computing);
  if (!status && product->type == I8 && q.as->epilogue != EPILOGUE_DEFAULT)
    return refuse("cublasLtMatmul of integers with an epilogue");
  return status;
}

API Status cublasLtMatmulAlgoGetHeuristic(Handle *handle, const Description *as, const Layout *a,
                                          const Layout *b, const Layout *c, const Layout *d,
                                          const Preference *preference, int wanted, Found *found,
                                          int *count) {
  Product product;
  if (!handle)
    return NO_HANDLE;
  if (!preference || !found || !count || wanted < 1)
    return INVALID_VALUE;
  *count = 0;
  TRY(product_of((Question){as, a, b, c, d}, &product));
  *found = (Found){.state = SUCCESS, .waves = 1};
  *count = 1;
  return SUCCESS;
}

/* Brings C to where the result goes, which the product then adds to. */
static Status copy_sum(const Product *product, const Layout *c, const void *from, void *to,
                       Stream *stream) {
  size_t bytes = BLAS_BYTES[product->type];
  for (int64_t i = 0; i < product->batch; i++) {
    const char *source = (const char *)from + (size_t)(i * c->stride) * bytes;
    char *target = (char *)to + (size_t)(i * product->c.stride) * bytes;
    if (cudaMemcpy2DAsync(target, (size_t)product->c.ld * bytes, source, (size_t)c->ld * bytes,
                          (size_t)product->m * bytes, (size_t)product->n, DEVICE_TO_DEVICE, stream))
      return MAPPING_ERROR;
  }
  return SUCCESS;
}

static Status finish(Handle *handle, const Description *as, Product *p, int by_column) {
  int activation = as->epilogue & GELU ? 2 : (as->epilogue & RELU) != 0;
  const void *bias = as->epilogue & BIAS ? as->bias : NULL;
  if (as->epilogue & BIAS && !bias)
    return INVALID_VALUE;
  if (as->epilogue == EPILOGUE_DEFAULT || p->m == 0 || p->n == 0)
    return SUCCESS;
  Dim3 grid = {(unsigned)((p->m + 63) / 64), (unsigned)(p->n < 65535 ? p->n : 65535),
               (unsigned)(p->batch < 65535 ? p->batch : 65535)};
  void *arguments[] = {&p->m,      &p->n,       &p->c, &p->batch, &bias, (void *)&as->bias_stride,
                       &by_column, &activation};
  return blas_launch(handle, p->type, EPILOGUE, grid, (Dim3){64, 1, 1}, arguments);
}

API Status cublasLtMatmul(Handle *handle, const Description *as, const void *alpha, const void *a,
                          const Layout *a_layout, const void *b, const Layout *b_layout,
                          const void *beta, const void *c, const Layout *c_layout, void *d,
                          const Layout *d_layout, const void *algorithm, void *workspace,
                          size_t workspace_bytes, Stream *stream) {
  (void)algorithm, (void)workspace, (void)workspace_bytes;
  Product product;
  if (!handle)
    return NO_HANDLE;
  TRY(product_of((Question){as, a_layout, b_layout, c_layout, d_layout}, &product));
  if (!alpha || !beta || !a || !b || !d)
    return INVALID_VALUE;
  Handle own = {.stream = stream, .device_pointers = as->pointer_mode == DEVICE_FACTORS};
  int rows = d_layout->order == ORDER_ROWS;
  product.alpha = alpha;
  product.beta = beta;
  product.a.address = (uintptr_t)(rows ? b : a);
  product.b.address = (uintptr_t)(rows ? a : b);
  product.c.address = (uintptr_t)d;
  Factor keep = factor_of(&own, beta, product.type, product.of_out);
  if (c != d && !is_zero(&own, keep, product.type)) {
    if (!c)
      return INVALID_VALUE;
    TRY(copy_sum(&product, c_layout, c, d, stream));
  }
  TRY(blas_product(&own, &product));
  return finish(&own, as, &product, rows);
}
