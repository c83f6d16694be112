/* SPDX-License-Identifier: Apache-2.0 */
/* rocBLAS's interface for Lockstep's own library, from the documentation of ROCm 6. */
#ifndef LOCKSTEP_ROCBLAS_H
#define LOCKSTEP_ROCBLAS_H
#include "hip/hip_complex.h"
#include "hip/hip_fp16.h"
#include "hip/hip_runtime.h"

#define ROCBLAS_VERSION_MAJOR 4
#define ROCBLAS_VERSION_MINOR 2
#define ROCBLAS_VERSION_PATCH 0

typedef struct _rocblas_handle* rocblas_handle;
typedef int rocblas_int;
typedef long rocblas_stride;
typedef __half rocblas_half;
typedef struct {
  unsigned short data;
} rocblas_bfloat16;
typedef hipFloatComplex rocblas_float_complex;
typedef hipDoubleComplex rocblas_double_complex;

typedef enum rocblas_status_ {
  rocblas_status_success = 0,
  rocblas_status_invalid_handle = 1,
  rocblas_status_not_implemented = 2,
  rocblas_status_invalid_pointer = 3,
  rocblas_status_invalid_size = 4,
  rocblas_status_memory_error = 5,
  rocblas_status_internal_error = 6,
  rocblas_status_perf_degraded = 7,
  rocblas_status_size_query_mismatch = 8,
  rocblas_status_size_increased = 9,
  rocblas_status_size_unchanged = 10,
  rocblas_status_invalid_value = 11,
  rocblas_status_continue = 12,
  rocblas_status_check_numerics_fail = 13,
  rocblas_status_excluded_from_build = 14,
  rocblas_status_arch_mismatch = 15
} rocblas_status;
typedef enum rocblas_operation_ {
  rocblas_operation_none = 111,
  rocblas_operation_transpose = 112,
  rocblas_operation_conjugate_transpose = 113
} rocblas_operation;
typedef enum rocblas_fill_ {
  rocblas_fill_upper = 121,
  rocblas_fill_lower = 122,
  rocblas_fill_full = 123
} rocblas_fill;
typedef enum rocblas_diagonal_ {
  rocblas_diagonal_non_unit = 131,
  rocblas_diagonal_unit = 132
} rocblas_diagonal;
typedef enum rocblas_side_ {
  rocblas_side_left = 141,
  rocblas_side_right = 142,
  rocblas_side_both = 143
} rocblas_side;
typedef enum rocblas_datatype_ {
  rocblas_datatype_f16_r = 150,
  rocblas_datatype_f32_r = 151,
  rocblas_datatype_f64_r = 152,
  rocblas_datatype_f16_c = 153,
  rocblas_datatype_f32_c = 154,
  rocblas_datatype_f64_c = 155,
  rocblas_datatype_i8_r = 160,
  rocblas_datatype_u8_r = 161,
  rocblas_datatype_i32_r = 162,
  rocblas_datatype_u32_r = 163,
  rocblas_datatype_bf16_r = 168,
  rocblas_datatype_bf16_c = 169,
  rocblas_datatype_invalid = 255
} rocblas_datatype;
typedef enum rocblas_pointer_mode_ {
  rocblas_pointer_mode_host = 0,
  rocblas_pointer_mode_device = 1
} rocblas_pointer_mode;
typedef enum rocblas_atomics_mode_ {
  rocblas_atomics_not_allowed = 0,
  rocblas_atomics_allowed = 1
} rocblas_atomics_mode;
typedef enum rocblas_gemm_algo_ {
  rocblas_gemm_algo_standard = 0,
  rocblas_gemm_algo_solution_index = 1
} rocblas_gemm_algo;
typedef enum rocblas_gemm_flags_ {
  rocblas_gemm_flags_none = 0,
  rocblas_gemm_flags_use_cu_efficiency = 2,
  rocblas_gemm_flags_fp16_alt_impl = 4
} rocblas_gemm_flags;

extern "C" {
void rocblas_initialize(void);
const char* rocblas_status_to_string(rocblas_status status);
rocblas_status rocblas_get_version_string(char* text, size_t bytes);
rocblas_status rocblas_get_version_string_size(size_t* bytes);
rocblas_status rocblas_create_handle(rocblas_handle* handle);
rocblas_status rocblas_destroy_handle(rocblas_handle handle);
rocblas_status rocblas_set_stream(rocblas_handle handle, hipStream_t stream);
rocblas_status rocblas_get_stream(rocblas_handle handle, hipStream_t* stream);
rocblas_status rocblas_set_pointer_mode(rocblas_handle handle, rocblas_pointer_mode mode);
rocblas_status rocblas_get_pointer_mode(rocblas_handle handle, rocblas_pointer_mode* mode);
rocblas_status rocblas_set_atomics_mode(rocblas_handle handle, rocblas_atomics_mode mode);
rocblas_status rocblas_get_atomics_mode(rocblas_handle handle, rocblas_atomics_mode* mode);

#define LOCKSTEP_COPIES(way) \
  rocblas_status rocblas_##way##_vector(rocblas_int n, rocblas_int bytes, const void* x, \
                                        rocblas_int incx, void* y, rocblas_int incy); \
  rocblas_status rocblas_##way##_vector_async(rocblas_int n, rocblas_int bytes, const void* x, \
                                              rocblas_int incx, void* y, rocblas_int incy, \
                                              hipStream_t stream); \
  rocblas_status rocblas_##way##_matrix(rocblas_int rows, rocblas_int cols, rocblas_int bytes, \
                                        const void* a, rocblas_int lda, void* b, \
                                        rocblas_int ldb); \
  rocblas_status rocblas_##way##_matrix_async(rocblas_int rows, rocblas_int cols, \
                                              rocblas_int bytes, const void* a, rocblas_int lda, \
                                              void* b, rocblas_int ldb, hipStream_t stream);
LOCKSTEP_COPIES(set) LOCKSTEP_COPIES(get)
#undef LOCKSTEP_COPIES

#define LOCKSTEP_PRODUCTS(l, T) \
  rocblas_status rocblas_##l##gemm(rocblas_handle handle, rocblas_operation ta, \
                                   rocblas_operation tb, rocblas_int m, rocblas_int n, \
                                   rocblas_int k, const T* alpha, const T* a, rocblas_int lda, \
                                   const T* b, rocblas_int ldb, const T* beta, T* c, \
                                   rocblas_int ldc); \
  rocblas_status rocblas_##l##gemm_batched( \
      rocblas_handle handle, rocblas_operation ta, rocblas_operation tb, rocblas_int m, \
      rocblas_int n, rocblas_int k, const T* alpha, const T* const a[], rocblas_int lda, \
      const T* const b[], rocblas_int ldb, const T* beta, T* const c[], rocblas_int ldc, \
      rocblas_int batch); \
  rocblas_status rocblas_##l##gemm_strided_batched( \
      rocblas_handle handle, rocblas_operation ta, rocblas_operation tb, rocblas_int m, \
      rocblas_int n, rocblas_int k, const T* alpha, const T* a, rocblas_int lda, \
      rocblas_stride stride_a, const T* b, rocblas_int ldb, rocblas_stride stride_b, \
      const T* beta, T* c, rocblas_int ldc, rocblas_stride stride_c, rocblas_int batch);
LOCKSTEP_PRODUCTS(s, float) LOCKSTEP_PRODUCTS(d, double) LOCKSTEP_PRODUCTS(h, rocblas_half)
#undef LOCKSTEP_PRODUCTS

#define LOCKSTEP_VECTORS(l, T) \
  rocblas_status rocblas_##l##axpy(rocblas_handle handle, rocblas_int n, const T* alpha, \
                                   const T* x, rocblas_int incx, T* y, rocblas_int incy); \
  rocblas_status rocblas_##l##scal(rocblas_handle handle, rocblas_int n, const T* alpha, T* x, \
                                   rocblas_int incx); \
  rocblas_status rocblas_##l##copy(rocblas_handle handle, rocblas_int n, const T* x, \
                                   rocblas_int incx, T* y, rocblas_int incy); \
  rocblas_status rocblas_##l##swap(rocblas_handle handle, rocblas_int n, T* x, rocblas_int incx, \
                                   T* y, rocblas_int incy); \
  rocblas_status rocblas_##l##dot(rocblas_handle handle, rocblas_int n, const T* x, \
                                  rocblas_int incx, const T* y, rocblas_int incy, T* result); \
  rocblas_status rocblas_##l##asum(rocblas_handle handle, rocblas_int n, const T* x, \
                                   rocblas_int incx, T* result); \
  rocblas_status rocblas_##l##nrm2(rocblas_handle handle, rocblas_int n, const T* x, \
                                   rocblas_int incx, T* result); \
  rocblas_status rocblas_i##l##amax(rocblas_handle handle, rocblas_int n, const T* x, \
                                    rocblas_int incx, rocblas_int* result); \
  rocblas_status rocblas_i##l##amin(rocblas_handle handle, rocblas_int n, const T* x, \
                                    rocblas_int incx, rocblas_int* result); \
  rocblas_status rocblas_##l##gemv(rocblas_handle handle, rocblas_operation trans, rocblas_int m, \
                                   rocblas_int n, const T* alpha, const T* a, rocblas_int lda, \
                                   const T* x, rocblas_int incx, const T* beta, T* y, \
                                   rocblas_int incy); \
  rocblas_status rocblas_##l##ger(rocblas_handle handle, rocblas_int m, rocblas_int n, \
                                  const T* alpha, const T* x, rocblas_int incx, const T* y, \
                                  rocblas_int incy, T* a, rocblas_int lda); \
  rocblas_status rocblas_##l##geam(rocblas_handle handle, rocblas_operation ta, \
                                   rocblas_operation tb, rocblas_int m, rocblas_int n, \
                                   const T* alpha, const T* a, rocblas_int lda, const T* beta, \
                                   const T* b, rocblas_int ldb, T* c, rocblas_int ldc);
LOCKSTEP_VECTORS(s, float) LOCKSTEP_VECTORS(d, double)
#undef LOCKSTEP_VECTORS
rocblas_status rocblas_haxpy(rocblas_handle handle, rocblas_int n, const rocblas_half* alpha,
                             const rocblas_half* x, rocblas_int incx, rocblas_half* y,
                             rocblas_int incy);
rocblas_status rocblas_hdot(rocblas_handle handle, rocblas_int n, const rocblas_half* x,
                            rocblas_int incx, const rocblas_half* y, rocblas_int incy,
                            rocblas_half* result);

#define LOCKSTEP_HEAD \
  rocblas_handle handle, rocblas_operation ta, rocblas_operation tb, rocblas_int m, \
      rocblas_int n, rocblas_int k, const void *alpha
#define LOCKSTEP_TAIL \
  rocblas_datatype computing, rocblas_gemm_algo how, int32_t solution, uint32_t flags
rocblas_status rocblas_gemm_ex(LOCKSTEP_HEAD, const void* a, rocblas_datatype a_type,
                               rocblas_int lda, const void* b, rocblas_datatype b_type,
                               rocblas_int ldb, const void* beta, const void* c,
                               rocblas_datatype c_type, rocblas_int ldc, void* d,
                               rocblas_datatype d_type, rocblas_int ldd, LOCKSTEP_TAIL);
rocblas_status rocblas_gemm_batched_ex(LOCKSTEP_HEAD, const void* a, rocblas_datatype a_type,
                                       rocblas_int lda, const void* b, rocblas_datatype b_type,
                                       rocblas_int ldb, const void* beta, const void* c,
                                       rocblas_datatype c_type, rocblas_int ldc, void* d,
                                       rocblas_datatype d_type, rocblas_int ldd,
                                       rocblas_int batch, LOCKSTEP_TAIL);
rocblas_status rocblas_gemm_strided_batched_ex(
    LOCKSTEP_HEAD, const void* a, rocblas_datatype a_type, rocblas_int lda,
    rocblas_stride stride_a, const void* b, rocblas_datatype b_type, rocblas_int ldb,
    rocblas_stride stride_b, const void* beta, const void* c, rocblas_datatype c_type,
    rocblas_int ldc, rocblas_stride stride_c, void* d, rocblas_datatype d_type, rocblas_int ldd,
    rocblas_stride stride_d, rocblas_int batch, LOCKSTEP_TAIL);
#undef LOCKSTEP_HEAD
#undef LOCKSTEP_TAIL
rocblas_status rocblas_axpy_ex(rocblas_handle handle, rocblas_int n, const void* alpha,
                               rocblas_datatype alpha_type, const void* x, rocblas_datatype x_type,
                               rocblas_int incx, void* y, rocblas_datatype y_type,
                               rocblas_int incy, rocblas_datatype computing);
rocblas_status rocblas_scal_ex(rocblas_handle handle, rocblas_int n, const void* alpha,
                               rocblas_datatype alpha_type, void* x, rocblas_datatype x_type,
                               rocblas_int incx, rocblas_datatype computing);
rocblas_status rocblas_dot_ex(rocblas_handle handle, rocblas_int n, const void* x,
                              rocblas_datatype x_type, rocblas_int incx, const void* y,
                              rocblas_datatype y_type, rocblas_int incy, void* result,
                              rocblas_datatype result_type, rocblas_datatype computing);
rocblas_status rocblas_dotc_ex(rocblas_handle handle, rocblas_int n, const void* x,
                               rocblas_datatype x_type, rocblas_int incx, const void* y,
                               rocblas_datatype y_type, rocblas_int incy, void* result,
                               rocblas_datatype result_type, rocblas_datatype computing);
rocblas_status rocblas_nrm2_ex(rocblas_handle handle, rocblas_int n, const void* x,
                               rocblas_datatype x_type, rocblas_int incx, void* result,
                               rocblas_datatype result_type, rocblas_datatype computing);

rocblas_status rocblas_lockstep_refuse(const char* name);
}

/* Functions that are refused by name when they are called. */
#define NO(name) \
  inline rocblas_status rocblas_##name(...) { return rocblas_lockstep_refuse("rocblas_" #name); }
#include "rocblas/lockstep_unsupported.h"
#undef NO
#endif
