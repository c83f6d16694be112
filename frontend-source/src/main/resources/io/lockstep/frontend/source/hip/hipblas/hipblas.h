/* SPDX-License-Identifier: Apache-2.0 */
/* hipBLAS's interface for Lockstep's own library, from the documentation of ROCm 6. */
#ifndef LOCKSTEP_HIPBLAS_H
#define LOCKSTEP_HIPBLAS_H
#include "hip/hip_complex.h"
#include "hip/hip_runtime.h"

#define hipblasVersionMajor 2
#define hipblasVersionMinor 4
#define hipblasVersionPatch 0

typedef enum {
  HIPBLAS_STATUS_SUCCESS = 0,
  HIPBLAS_STATUS_NOT_INITIALIZED = 1,
  HIPBLAS_STATUS_ALLOC_FAILED = 2,
  HIPBLAS_STATUS_INVALID_VALUE = 3,
  HIPBLAS_STATUS_MAPPING_ERROR = 4,
  HIPBLAS_STATUS_EXECUTION_FAILED = 5,
  HIPBLAS_STATUS_INTERNAL_ERROR = 6,
  HIPBLAS_STATUS_NOT_SUPPORTED = 7,
  HIPBLAS_STATUS_ARCH_MISMATCH = 8,
  HIPBLAS_STATUS_HANDLE_IS_NULLPTR = 9,
  HIPBLAS_STATUS_INVALID_ENUM = 10,
  HIPBLAS_STATUS_UNKNOWN = 11
} hipblasStatus_t;
typedef enum { HIPBLAS_OP_N = 111, HIPBLAS_OP_T = 112, HIPBLAS_OP_C = 113 } hipblasOperation_t;
typedef enum { HIPBLAS_POINTER_MODE_HOST, HIPBLAS_POINTER_MODE_DEVICE } hipblasPointerMode_t;
typedef enum {
  HIPBLAS_FILL_MODE_UPPER = 121,
  HIPBLAS_FILL_MODE_LOWER = 122,
  HIPBLAS_FILL_MODE_FULL = 123
} hipblasFillMode_t;
typedef enum { HIPBLAS_DIAG_NON_UNIT = 131, HIPBLAS_DIAG_UNIT = 132 } hipblasDiagType_t;
typedef enum {
  HIPBLAS_SIDE_LEFT = 141,
  HIPBLAS_SIDE_RIGHT = 142,
  HIPBLAS_SIDE_BOTH = 143
} hipblasSideMode_t;
typedef enum { HIPBLAS_GEMM_DEFAULT = 160 } hipblasGemmAlgo_t;
typedef enum { HIPBLAS_ATOMICS_NOT_ALLOWED, HIPBLAS_ATOMICS_ALLOWED } hipblasAtomicsMode_t;
typedef enum {
  HIPBLAS_DEFAULT_MATH,
  HIPBLAS_XF32_XDL_MATH,
  HIPBLAS_PEDANTIC_MATH,
  HIPBLAS_TF32_TENSOR_OP_MATH,
  HIPBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION,
  HIPBLAS_TENSOR_OP_MATH
} hipblasMath_t;
typedef enum {
  HIPBLAS_R_16F = 150,
  HIPBLAS_R_32F = 151,
  HIPBLAS_R_64F = 152,
  HIPBLAS_C_16F = 153,
  HIPBLAS_C_32F = 154,
  HIPBLAS_C_64F = 155,
  HIPBLAS_R_8I = 160,
  HIPBLAS_R_8U = 161,
  HIPBLAS_R_32I = 162,
  HIPBLAS_R_32U = 163,
  HIPBLAS_R_16B = 168,
  HIPBLAS_C_16B = 169
} hipblasDatatype_t;
typedef enum {
  HIPBLAS_COMPUTE_16F,
  HIPBLAS_COMPUTE_16F_PEDANTIC,
  HIPBLAS_COMPUTE_32F,
  HIPBLAS_COMPUTE_32F_PEDANTIC,
  HIPBLAS_COMPUTE_32F_FAST_16F,
  HIPBLAS_COMPUTE_32F_FAST_16BF,
  HIPBLAS_COMPUTE_32F_FAST_TF32,
  HIPBLAS_COMPUTE_64F,
  HIPBLAS_COMPUTE_64F_PEDANTIC,
  HIPBLAS_COMPUTE_32I,
  HIPBLAS_COMPUTE_32I_PEDANTIC
} hipblasComputeType_t;
#ifndef LOCKSTEP_HIP_DATA_TYPE
#define LOCKSTEP_HIP_DATA_TYPE
typedef enum {
  HIP_R_32F = 0,
  HIP_R_64F = 1,
  HIP_R_16F = 2,
  HIP_R_8I = 3,
  HIP_C_32F = 4,
  HIP_C_64F = 5,
  HIP_C_16F = 6,
  HIP_R_8U = 8,
  HIP_R_32I = 10,
  HIP_R_16BF = 14
} hipDataType;
#endif

typedef struct lockstep_blas* hipblasHandle_t;
typedef unsigned short hipblasHalf;
typedef struct { unsigned short data; } hipblasBfloat16;
typedef hipFloatComplex hipblasComplex;
typedef hipDoubleComplex hipblasDoubleComplex;
typedef long long hipblasStride;

extern "C" {
hipblasStatus_t hipblasCreate(hipblasHandle_t* handle);
hipblasStatus_t hipblasDestroy(hipblasHandle_t handle);
hipblasStatus_t hipblasSetStream(hipblasHandle_t handle, hipStream_t stream);
hipblasStatus_t hipblasGetStream(hipblasHandle_t handle, hipStream_t* stream);
hipblasStatus_t hipblasSetPointerMode(hipblasHandle_t handle, hipblasPointerMode_t mode);
hipblasStatus_t hipblasGetPointerMode(hipblasHandle_t handle, hipblasPointerMode_t* mode);
hipblasStatus_t hipblasSetMathMode(hipblasHandle_t handle, hipblasMath_t mode);
hipblasStatus_t hipblasGetMathMode(hipblasHandle_t handle, hipblasMath_t* mode);
hipblasStatus_t hipblasSetAtomicsMode(hipblasHandle_t handle, hipblasAtomicsMode_t mode);
hipblasStatus_t hipblasGetAtomicsMode(hipblasHandle_t handle, hipblasAtomicsMode_t* mode);
const char* hipblasStatusToString(hipblasStatus_t status);

#define LOCKSTEP_COPIES(way) \
  hipblasStatus_t hipblas##way##Vector(int n, int bytes, const void* x, int incx, void* y, int incy); \
  hipblasStatus_t hipblas##way##VectorAsync(int n, int bytes, const void* x, int incx, void* y, \
                                            int incy, hipStream_t stream); \
  hipblasStatus_t hipblas##way##Matrix(int rows, int columns, int bytes, const void* a, int lda, \
                                       void* b, int ldb); \
  hipblasStatus_t hipblas##way##MatrixAsync(int rows, int columns, int bytes, const void* a, \
                                            int lda, void* b, int ldb, hipStream_t stream);
LOCKSTEP_COPIES(Set) LOCKSTEP_COPIES(Get)
#undef LOCKSTEP_COPIES

#define LOCKSTEP_PRODUCTS(L, T) \
  hipblasStatus_t hipblas##L##gemm( \
      hipblasHandle_t handle, hipblasOperation_t ta, hipblasOperation_t tb, int m, int n, int k, \
      const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta, T* c, int ldc); \
  hipblasStatus_t hipblas##L##gemmBatched( \
      hipblasHandle_t handle, hipblasOperation_t ta, hipblasOperation_t tb, int m, int n, int k, \
      const T* alpha, const T* const a[], int lda, const T* const b[], int ldb, const T* beta, \
      T* const c[], int ldc, int batch); \
  hipblasStatus_t hipblas##L##gemmStridedBatched( \
      hipblasHandle_t handle, hipblasOperation_t ta, hipblasOperation_t tb, int m, int n, int k, \
      const T* alpha, const T* a, int lda, hipblasStride stride_a, const T* b, int ldb, \
      hipblasStride stride_b, const T* beta, T* c, int ldc, hipblasStride stride_c, int batch);
LOCKSTEP_PRODUCTS(S, float) LOCKSTEP_PRODUCTS(D, double) LOCKSTEP_PRODUCTS(H, hipblasHalf)
#undef LOCKSTEP_PRODUCTS

#define LOCKSTEP_VECTORS(L, l, T) \
  hipblasStatus_t hipblas##L##axpy(hipblasHandle_t handle, int n, const T* alpha, const T* x, \
                                   int incx, T* y, int incy); \
  hipblasStatus_t hipblas##L##scal(hipblasHandle_t handle, int n, const T* alpha, T* x, int incx); \
  hipblasStatus_t hipblas##L##copy(hipblasHandle_t handle, int n, const T* x, int incx, T* y, \
                                   int incy); \
  hipblasStatus_t hipblas##L##swap(hipblasHandle_t handle, int n, T* x, int incx, T* y, int incy); \
  hipblasStatus_t hipblas##L##dot(hipblasHandle_t handle, int n, const T* x, int incx, const T* y, \
                                  int incy, T* result); \
  hipblasStatus_t hipblas##L##asum(hipblasHandle_t handle, int n, const T* x, int incx, T* result); \
  hipblasStatus_t hipblas##L##nrm2(hipblasHandle_t handle, int n, const T* x, int incx, T* result); \
  hipblasStatus_t hipblasI##l##amax(hipblasHandle_t handle, int n, const T* x, int incx, \
                                    int* result); \
  hipblasStatus_t hipblasI##l##amin(hipblasHandle_t handle, int n, const T* x, int incx, \
                                    int* result); \
  hipblasStatus_t hipblas##L##gemv(hipblasHandle_t handle, hipblasOperation_t trans, int m, int n, \
                                   const T* alpha, const T* a, int lda, const T* x, int incx, \
                                   const T* beta, T* y, int incy); \
  hipblasStatus_t hipblas##L##ger(hipblasHandle_t handle, int m, int n, const T* alpha, \
                                  const T* x, int incx, const T* y, int incy, T* a, int lda);
LOCKSTEP_VECTORS(S, s, float) LOCKSTEP_VECTORS(D, d, double)
#undef LOCKSTEP_VECTORS
hipblasStatus_t hipblasHaxpy(hipblasHandle_t handle, int n, const hipblasHalf* alpha,
                             const hipblasHalf* x, int incx, hipblasHalf* y, int incy);
hipblasStatus_t hipblasHdot(hipblasHandle_t handle, int n, const hipblasHalf* x, int incx,
                            const hipblasHalf* y, int incy, hipblasHalf* result);

hipblasStatus_t hipblasLockstepRefuse(const char* name);
}

/* Functions that are refused by name. */
#define NO(name) \
  inline hipblasStatus_t name(...) { return hipblasLockstepRefuse(#name); }
#include "hipblas/lockstep_unsupported.h"
#undef NO

/* Functions with types as arguments, which are hipblasDatatype_t, or, with HIPBLAS_V2, hipDataType
 * and hipblasComputeType_t: the library tells them by their numbers. */
extern "C" {
hipblasStatus_t lockstep_gemm_ex(hipblasHandle_t, int, int, int, int, int, const void*, const void*,
                                 int, int, const void*, int, int, const void*, void*, int, int, int,
                                 int) __asm__("hipblasGemmEx");
hipblasStatus_t lockstep_gemm_batched_ex(hipblasHandle_t, int, int, int, int, int, const void*,
                                         const void* const*, int, int, const void* const*, int, int,
                                         const void*, void* const*, int, int, int, int,
                                         int) __asm__("hipblasGemmBatchedEx");
hipblasStatus_t lockstep_gemm_strided_ex(hipblasHandle_t, int, int, int, int, int, const void*,
                                         const void*, int, int, hipblasStride, const void*, int, int,
                                         hipblasStride, const void*, void*, int, int, hipblasStride,
                                         int, int, int) __asm__("hipblasGemmStridedBatchedEx");
hipblasStatus_t lockstep_axpy_ex(hipblasHandle_t, int, const void*, int, const void*, int, int,
                                 void*, int, int, int) __asm__("hipblasAxpyEx");
hipblasStatus_t lockstep_scal_ex(hipblasHandle_t, int, const void*, int, void*, int, int,
                                 int) __asm__("hipblasScalEx");
hipblasStatus_t lockstep_dot_ex(hipblasHandle_t, int, const void*, int, int, const void*, int, int,
                                void*, int, int) __asm__("hipblasDotEx");
hipblasStatus_t lockstep_nrm2_ex(hipblasHandle_t, int, const void*, int, int, void*, int,
                                 int) __asm__("hipblasNrm2Ex");
}

template <class Type, class Computing>
inline hipblasStatus_t hipblasGemmEx(
    hipblasHandle_t handle, hipblasOperation_t ta, hipblasOperation_t tb, int m, int n, int k,
    const void* alpha, const void* a, Type a_type, int lda, const void* b, Type b_type, int ldb,
    const void* beta, void* c, Type c_type, int ldc, Computing computing, hipblasGemmAlgo_t how) {
  return lockstep_gemm_ex(handle, ta, tb, m, n, k, alpha, a, a_type, lda, b, b_type, ldb, beta, c,
                          c_type, ldc, computing, how);
}

template <class Type, class Computing>
inline hipblasStatus_t hipblasGemmBatchedEx(
    hipblasHandle_t handle, hipblasOperation_t ta, hipblasOperation_t tb, int m, int n, int k,
    const void* alpha, const void* a[], Type a_type, int lda, const void* b[], Type b_type, int ldb,
    const void* beta, void* c[], Type c_type, int ldc, int batch, Computing computing,
    hipblasGemmAlgo_t how) {
  return lockstep_gemm_batched_ex(handle, ta, tb, m, n, k, alpha, a, a_type, lda, b, b_type, ldb,
                                  beta, c, c_type, ldc, batch, computing, how);
}

template <class Type, class Computing>
inline hipblasStatus_t hipblasGemmStridedBatchedEx(
    hipblasHandle_t handle, hipblasOperation_t ta, hipblasOperation_t tb, int m, int n, int k,
    const void* alpha, const void* a, Type a_type, int lda, hipblasStride a_stride, const void* b,
    Type b_type, int ldb, hipblasStride b_stride, const void* beta, void* c, Type c_type, int ldc,
    hipblasStride c_stride, int batch, Computing computing, hipblasGemmAlgo_t how) {
  return lockstep_gemm_strided_ex(handle, ta, tb, m, n, k, alpha, a, a_type, lda, a_stride, b,
                                  b_type, ldb, b_stride, beta, c, c_type, ldc, c_stride, batch,
                                  computing, how);
}

template <class Type>
inline hipblasStatus_t hipblasAxpyEx(hipblasHandle_t handle, int n, const void* alpha,
                                     Type alpha_type, const void* x, Type x_type, int incx, void* y,
                                     Type y_type, int incy, Type computing) {
  return lockstep_axpy_ex(handle, n, alpha, alpha_type, x, x_type, incx, y, y_type, incy, computing);
}

template <class Type>
inline hipblasStatus_t hipblasScalEx(hipblasHandle_t handle, int n, const void* alpha,
                                     Type alpha_type, void* x, Type x_type, int incx,
                                     Type computing) {
  return lockstep_scal_ex(handle, n, alpha, alpha_type, x, x_type, incx, computing);
}

template <class Type>
inline hipblasStatus_t hipblasDotEx(hipblasHandle_t handle, int n, const void* x, Type x_type,
                                    int incx, const void* y, Type y_type, int incy, void* result,
                                    Type result_type, Type computing) {
  return lockstep_dot_ex(handle, n, x, x_type, incx, y, y_type, incy, result, result_type, computing);
}

template <class Type>
inline hipblasStatus_t hipblasNrm2Ex(hipblasHandle_t handle, int n, const void* x, Type x_type,
                                     int incx, void* result, Type result_type, Type computing) {
  return lockstep_nrm2_ex(handle, n, x, x_type, incx, result, result_type, computing);
}
#endif
