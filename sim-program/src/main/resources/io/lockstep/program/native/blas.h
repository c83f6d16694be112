/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the files of the BLAS share: cuBLAS's interface as of its documentation (CUDA 11 to 13), and,
 * with LOCKSTEP_HIP and renamed functions (NativeDriver), that of hipBLAS (ROCm 6) and, with
 * LOCKSTEP_ROC and the names of rocblas.ld, of rocBLAS. Matrices are
 * stored by columns. Kernels are Lockstep's own (blas.cl).
 */
#ifndef LOCKSTEP_BLAS_H
#define LOCKSTEP_BLAS_H

#include "library.h"

/* cublasStatus_t, hipblasStatus_t */
typedef int Status;
#if defined(LOCKSTEP_ROC) /* rocblas_status */
#define STATUSES(S)                                                                               \
  S(SUCCESS, 0) S(NOT_INITIALIZED, 1) S(NOT_SUPPORTED, 2) S(INVALID_POINTER, 3)                   \
  S(INVALID_SIZE, 4) S(ALLOC_FAILED, 5) S(EXECUTION_FAILED, 6) S(INVALID_VALUE, 11)
#define STATUS_NAME "rocblas_status_"
#define NO_HANDLE NOT_INITIALIZED
#define NO_ENUM INVALID_VALUE
#define MAPPING_ERROR EXECUTION_FAILED
enum { OP_N = 111, OP_T = 112, OP_C = 113 };
#elif defined(LOCKSTEP_HIP)
#define STATUSES(S)                                                                               \
  S(SUCCESS, 0) S(NOT_INITIALIZED, 1) S(ALLOC_FAILED, 2) S(INVALID_VALUE, 3) S(MAPPING_ERROR, 4)  \
  S(EXECUTION_FAILED, 5) S(INTERNAL_ERROR, 6) S(NOT_SUPPORTED, 7) S(ARCH_MISMATCH, 8)             \
  S(HANDLE_IS_NULLPTR, 9) S(INVALID_ENUM, 10) S(UNKNOWN, 11)
#define STATUS_NAME "HIPBLAS_STATUS_"
#define NO_HANDLE HANDLE_IS_NULLPTR
#define NO_ENUM INVALID_ENUM
enum { OP_N = 111, OP_T = 112, OP_C = 113 };
#else
#define STATUSES(S)                                                                               \
  S(SUCCESS, 0) S(NOT_INITIALIZED, 1) S(ALLOC_FAILED, 3) S(INVALID_VALUE, 7) S(ARCH_MISMATCH, 8)  \
  S(MAPPING_ERROR, 11) S(EXECUTION_FAILED, 13) S(INTERNAL_ERROR, 14) S(NOT_SUPPORTED, 15)         \
  S(LICENSE_ERROR, 16)
#define STATUS_NAME "CUBLAS_STATUS_"
#define NO_HANDLE NOT_INITIALIZED
#define NO_ENUM INVALID_VALUE
enum { OP_N = 0, OP_T = 1, OP_C = 2 };
#endif
enum {
#define STATUS(name, number) name = number,
  STATUSES(STATUS)
#undef STATUS
};

#ifndef LOCKSTEP_ROC /* the others do not tell these apart */
#define INVALID_POINTER INVALID_VALUE
#define INVALID_SIZE INVALID_VALUE
#endif

typedef struct {
  Stream *stream;
  int device_pointers; /* factors and results are in the device's memory */
  int math_mode, atomics_mode;
  void *workspace; /* partial results, then a result; allocated when it is needed */
  void *scratch; /* a copy of an argument; see blas_forms.c */
  size_t scratch_bytes;
} Handle;

/* Leaves the enclosing function with a status. */
#define TRY(expression)               \
  do {                                \
    Status try_status = (expression); \
    if (try_status)                   \
      return try_status;              \
  } while (0)

/* The types of matrices and vectors: TYPE of blas.cl. */
typedef enum { S, D, H, HS, B, BS, I8, TYPES } Type;

enum {
  AXPY, SCAL, COPY, SWAP, DOT, DOT_END, ASUM, ASUM_END, NRM2, NRM2_END, IAMAX, IAMAX_END, IAMIN,
  IAMIN_END, GEMV_N, GEMV_T, GER, GEAM, GEMM, GETRF, EPILOGUE
};

/* A factor as blas.cl has it. */
typedef struct {
  uint64_t address, of_out;
  union {
    float single;
    double twice;
  } value;
} Factor;
Factor factor_of(const Handle *handle, const void *factor, Type type, int of_out);
int is_zero(const Handle *handle, Factor factor, Type type); /* 0 if only the device knows */

Status cublasCreate_v2(Handle **handle);
Status cublasDestroy_v2(Handle *handle);
Status cublasGetProperty(int type, int *value);
const char *cublasGetStatusName(Status status);

/* Launches a kernel of a type. */
Status blas_launch(Handle *handle, Type type, int kernel, Dim3 grid, Dim3 block, void **arguments);

/* The device's memory for partial results of reductions and a result. */
enum { PARTIALS = 256, PARTIAL_BYTES = 32 };
Status workspace_of(Handle *handle, uint64_t *address);
float half_value(uint16_t half);

/* Bytes of an element of a result. */
static const unsigned BLAS_BYTES[] = {[S] = 4, [D] = 8, [H] = 2, [HS] = 4, [B] = 2, [BS] = 4, [I8] = 4};

typedef struct {
  uint64_t address;
  int64_t ld, stride;
} Operand;

typedef struct {
  Type type;
  int of_out; /* factors are of the results' type, otherwise of the sums' */
  int a_operation, b_operation;
  int64_t m, n, k;
  const void *alpha, *beta;
  Operand a, b, c;
  int64_t batch;
  int by_array; /* addresses are those of arrays of addresses */
} Product;
Status blas_product(Handle *handle, const Product *product);

/* Finds the types of a product; says that a function does not support others. */
Status types_of(const char *name, Product *product, int a, int b, int c, int computing);
int computing_in(int number); /* as of cudaDataType, of cublasComputeType_t */

/* cudaDataType, hipDataType and hipblasDatatype_t. */
enum { REAL_32F, REAL_64F, REAL_16F, REAL_8I, REAL_32I = 10, REAL_16BF = 14 };
int data_type(int number); /* as of cudaDataType */

#endif
