/* SPDX-License-Identifier: Apache-2.0 */
/* hipBLAS's interface for Lockstep's own library, from the documentation of ROCm 6. */
#ifndef LOCKSTEP_HIPBLAS_H
#define LOCKSTEP_HIPBLAS_H
#include "hip/hip_complex.h"
#include "hip/hip_fp16.h"
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
#ifdef HIPBLAS_V2
typedef hipDataType hipblasDatatype_t;
#define HIPBLAS_R_16F HIP_R_16F
#define HIPBLAS_R_32F HIP_R_32F
#define HIPBLAS_R_64F HIP_R_64F
#define HIPBLAS_C_16F HIP_C_16F
#define HIPBLAS_C_32F HIP_C_32F
#define HIPBLAS_C_64F HIP_C_64F
#define HIPBLAS_R_8I HIP_R_8I
#define HIPBLAS_R_8U HIP_R_8U
#define HIPBLAS_R_32I HIP_R_32I
#define HIPBLAS_R_16B HIP_R_16BF
#else
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
#endif
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

typedef struct lockstep_blas* hipblasHandle_t;
#ifdef HIPBLAS_USE_HIP_HALF
typedef __half hipblasHalf;
#else
typedef unsigned short hipblasHalf;
#endif
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

#define LOCKSTEP_PRODUCTS(L, T, I, end) \
  hipblasStatus_t hipblas##L##gemm##end( \
      hipblasHandle_t handle, hipblasOperation_t ta, hipblasOperation_t tb, I m, I n, I k, \
      const T* alpha, const T* a, I lda, const T* b, I ldb, const T* beta, T* c, I ldc); \
  hipblasStatus_t hipblas##L##gemmBatched##end( \
      hipblasHandle_t handle, hipblasOperation_t ta, hipblasOperation_t tb, I m, I n, I k, \
      const T* alpha, const T* const a[], I lda, const T* const b[], I ldb, const T* beta, \
      T* const c[], I ldc, I batch); \
  hipblasStatus_t hipblas##L##gemmStridedBatched##end( \
      hipblasHandle_t handle, hipblasOperation_t ta, hipblasOperation_t tb, I m, I n, I k, \
      const T* alpha, const T* a, I lda, hipblasStride stride_a, const T* b, I ldb, \
      hipblasStride stride_b, const T* beta, T* c, I ldc, hipblasStride stride_c, I batch);
LOCKSTEP_PRODUCTS(S, float, int, ) LOCKSTEP_PRODUCTS(S, float, int64_t, _64)
LOCKSTEP_PRODUCTS(D, double, int, ) LOCKSTEP_PRODUCTS(D, double, int64_t, _64)
LOCKSTEP_PRODUCTS(H, hipblasHalf, int, ) LOCKSTEP_PRODUCTS(H, hipblasHalf, int64_t, _64)
#undef LOCKSTEP_PRODUCTS

#define LOCKSTEP_VECTORS(L, T, I, end) \
  hipblasStatus_t hipblas##L##axpy##end(hipblasHandle_t handle, I n, const T* alpha, const T* x, \
                                   I incx, T* y, I incy); \
  hipblasStatus_t hipblas##L##scal##end(hipblasHandle_t handle, I n, const T* alpha, T* x, I incx); \
  hipblasStatus_t hipblas##L##copy##end(hipblasHandle_t handle, I n, const T* x, I incx, T* y, \
                                   I incy); \
  hipblasStatus_t hipblas##L##swap##end(hipblasHandle_t handle, I n, T* x, I incx, T* y, I incy); \
  hipblasStatus_t hipblas##L##dot##end(hipblasHandle_t handle, I n, const T* x, I incx, const T* y, \
                                  I incy, T* result); \
  hipblasStatus_t hipblas##L##asum##end(hipblasHandle_t handle, I n, const T* x, I incx, T* result); \
  hipblasStatus_t hipblas##L##nrm2##end(hipblasHandle_t handle, I n, const T* x, I incx, T* result); \
  hipblasStatus_t hipblas##L##gemv##end(hipblasHandle_t handle, hipblasOperation_t trans, I m, I n, \
                                   const T* alpha, const T* a, I lda, const T* x, I incx, \
                                   const T* beta, T* y, I incy); \
  hipblasStatus_t hipblas##L##geam##end(hipblasHandle_t handle, hipblasOperation_t ta, \
                                        hipblasOperation_t tb, I m, I n, const T* alpha, \
                                        const T* a, I lda, const T* beta, const T* b, I ldb, T* c, \
                                        I ldc); \
  hipblasStatus_t hipblas##L##ger##end(hipblasHandle_t handle, I m, I n, const T* alpha, \
                                  const T* x, I incx, const T* y, I incy, T* a, I lda);
hipblasStatus_t hipblasSgetrfBatched(hipblasHandle_t handle, int n, float* const a[], int lda,
                                     int* pivots, int* info, int batch);
hipblasStatus_t hipblasDgetrfBatched(hipblasHandle_t handle, int n, double* const a[], int lda,
                                     int* pivots, int* info, int batch);
LOCKSTEP_VECTORS(S, float, int, ) LOCKSTEP_VECTORS(S, float, int64_t, _64)
LOCKSTEP_VECTORS(D, double, int, ) LOCKSTEP_VECTORS(D, double, int64_t, _64)
#undef LOCKSTEP_VECTORS
#define LOCKSTEP_INDEX(name, T) \
  hipblasStatus_t name(hipblasHandle_t handle, int n, const T* x, int incx, int* result);
LOCKSTEP_INDEX(hipblasIsamax, float) LOCKSTEP_INDEX(hipblasIsamin, float)
LOCKSTEP_INDEX(hipblasIdamax, double) LOCKSTEP_INDEX(hipblasIdamin, double)
#undef LOCKSTEP_INDEX
hipblasStatus_t hipblasHaxpy(hipblasHandle_t handle, int n, const hipblasHalf* alpha,
                             const hipblasHalf* x, int incx, hipblasHalf* y, int incy);
hipblasStatus_t hipblasHdot(hipblasHandle_t handle, int n, const hipblasHalf* x, int incx,
                            const hipblasHalf* y, int incy, hipblasHalf* result);

#include "hipblas/lockstep_forms.h"
hipblasStatus_t hipblasLockstepRefuse(const char* name);
}

/* Functions that are refused by name, with the forms for 64-bit sizes. */
#define LOCKSTEP_NO(name) \
  inline hipblasStatus_t name(...) { return hipblasLockstepRefuse(#name); }
#define NO(name) LOCKSTEP_NO(name) LOCKSTEP_NO(name##_64)
LOCKSTEP_NO(hipblasIsamax_64) LOCKSTEP_NO(hipblasIdamax_64)
LOCKSTEP_NO(hipblasIsamin_64) LOCKSTEP_NO(hipblasIdamin_64)
#include "hipblas/lockstep_unsupported.h"
#undef NO
#undef LOCKSTEP_NO

/* Functions with types as arguments, which are hipblasDatatype_t, or, with HIPBLAS_V2, hipDataType
 * and hipblasComputeType_t: the library tells them by their numbers. */
#define LOCKSTEP_OF_TYPES(I, end) \
  extern "C" hipblasStatus_t lockstep_gemm_ex##end( \
      hipblasHandle_t handle, int ta, int tb, I m, I n, I k, const void* alpha, const \
      void* a, int a_type, I lda, const void* b, int b_type, I ldb, const void* beta, \
      void* c, int c_type, I ldc, int computing, int how) \
      __asm__("hipblasGemmEx" #end); \
  template <class Type, class Computing> \
  inline hipblasStatus_t hipblasGemmEx##end( \
      hipblasHandle_t handle, hipblasOperation_t ta, hipblasOperation_t tb, I m, I n, I k, \
      const void* alpha, const void* a, Type a_type, I lda, const void* b, Type b_type, I \
      ldb, const void* beta, void* c, Type c_type, I ldc, Computing computing, \
      hipblasGemmAlgo_t how) { \
    return lockstep_gemm_ex##end( \
      handle, ta, tb, m, n, k, alpha, a, a_type, lda, b, b_type, ldb, beta, c, c_type, \
      ldc, computing, how); \
  } \
  extern "C" hipblasStatus_t lockstep_gemm_batched_ex##end( \
      hipblasHandle_t handle, int ta, int tb, I m, I n, I k, const void* alpha, const \
      void* a[], int a_type, I lda, const void* b[], int b_type, I ldb, const void* beta, \
      void* c[], int c_type, I ldc, I batch, int computing, int how) \
      __asm__("hipblasGemmBatchedEx" #end); \
  template <class Type, class Computing> \
  inline hipblasStatus_t hipblasGemmBatchedEx##end( \
      hipblasHandle_t handle, hipblasOperation_t ta, hipblasOperation_t tb, I m, I n, I k, \
      const void* alpha, const void* a[], Type a_type, I lda, const void* b[], Type \
      b_type, I ldb, const void* beta, void* c[], Type c_type, I ldc, I batch, Computing \
      computing, hipblasGemmAlgo_t how) { \
    return lockstep_gemm_batched_ex##end( \
      handle, ta, tb, m, n, k, alpha, a, a_type, lda, b, b_type, ldb, beta, c, c_type, \
      ldc, batch, computing, how); \
  } \
  extern "C" hipblasStatus_t lockstep_gemm_strided_ex##end( \
      hipblasHandle_t handle, int ta, int tb, I m, I n, I k, const void* alpha, const \
      void* a, int a_type, I lda, hipblasStride a_stride, const void* b, int b_type, I \
      ldb, hipblasStride b_stride, const void* beta, void* c, int c_type, I ldc, \
      hipblasStride c_stride, I batch, int computing, int how) \
      __asm__("hipblasGemmStridedBatchedEx" #end); \
  template <class Type, class Computing> \
  inline hipblasStatus_t hipblasGemmStridedBatchedEx##end( \
      hipblasHandle_t handle, hipblasOperation_t ta, hipblasOperation_t tb, I m, I n, I k, \
      const void* alpha, const void* a, Type a_type, I lda, hipblasStride a_stride, const \
      void* b, Type b_type, I ldb, hipblasStride b_stride, const void* beta, void* c, Type \
      c_type, I ldc, hipblasStride c_stride, I batch, Computing computing, \
      hipblasGemmAlgo_t how) { \
    return lockstep_gemm_strided_ex##end( \
      handle, ta, tb, m, n, k, alpha, a, a_type, lda, a_stride, b, b_type, ldb, b_stride, \
      beta, c, c_type, ldc, c_stride, batch, computing, how); \
  } \
  extern "C" hipblasStatus_t lockstep_axpy_ex##end( \
      hipblasHandle_t handle, I n, const void* alpha, int alpha_type, const void* x, int \
      x_type, I incx, void* y, int y_type, I incy, int computing) \
      __asm__("hipblasAxpyEx" #end); \
  template <class Type> \
  inline hipblasStatus_t hipblasAxpyEx##end( \
      hipblasHandle_t handle, I n, const void* alpha, Type alpha_type, const void* x, Type \
      x_type, I incx, void* y, Type y_type, I incy, Type computing) { \
    return lockstep_axpy_ex##end( \
      handle, n, alpha, alpha_type, x, x_type, incx, y, y_type, incy, computing); \
  } \
  extern "C" hipblasStatus_t lockstep_scal_ex##end( \
      hipblasHandle_t handle, I n, const void* alpha, int alpha_type, void* x, int x_type, \
      I incx, int computing) \
      __asm__("hipblasScalEx" #end); \
  template <class Type> \
  inline hipblasStatus_t hipblasScalEx##end( \
      hipblasHandle_t handle, I n, const void* alpha, Type alpha_type, void* x, Type \
      x_type, I incx, Type computing) { \
    return lockstep_scal_ex##end( \
      handle, n, alpha, alpha_type, x, x_type, incx, computing); \
  } \
  extern "C" hipblasStatus_t lockstep_dot_ex##end( \
      hipblasHandle_t handle, I n, const void* x, int x_type, I incx, const void* y, int \
      y_type, I incy, void* result, int result_type, int computing) \
      __asm__("hipblasDotEx" #end); \
  template <class Type> \
  inline hipblasStatus_t hipblasDotEx##end( \
      hipblasHandle_t handle, I n, const void* x, Type x_type, I incx, const void* y, Type \
      y_type, I incy, void* result, Type result_type, Type computing) { \
    return lockstep_dot_ex##end( \
      handle, n, x, x_type, incx, y, y_type, incy, result, result_type, computing); \
  } \
  extern "C" hipblasStatus_t lockstep_dotc_ex##end( \
      hipblasHandle_t handle, I n, const void* x, int x_type, I incx, const void* y, int \
      y_type, I incy, void* result, int result_type, int computing) \
      __asm__("hipblasDotcEx" #end); \
  template <class Type> \
  inline hipblasStatus_t hipblasDotcEx##end( \
      hipblasHandle_t handle, I n, const void* x, Type x_type, I incx, const void* y, Type \
      y_type, I incy, void* result, Type result_type, Type computing) { \
    return lockstep_dotc_ex##end( \
      handle, n, x, x_type, incx, y, y_type, incy, result, result_type, computing); \
  } \
  extern "C" hipblasStatus_t lockstep_nrm2_ex##end( \
      hipblasHandle_t handle, I n, const void* x, int x_type, I incx, void* result, int \
      result_type, int computing) \
      __asm__("hipblasNrm2Ex" #end); \
  template <class Type> \
  inline hipblasStatus_t hipblasNrm2Ex##end( \
      hipblasHandle_t handle, I n, const void* x, Type x_type, I incx, void* result, Type \
      result_type, Type computing) { \
    return lockstep_nrm2_ex##end( \
      handle, n, x, x_type, incx, result, result_type, computing); \
  }
LOCKSTEP_OF_TYPES(int, )
LOCKSTEP_OF_TYPES(int64_t, _64)
#undef LOCKSTEP_OF_TYPES
#endif
