/* SPDX-License-Identifier: Apache-2.0 */
/* Products of matrices by a warp: wmma of halves, bfloat16, bytes, tf32 and doubles. A fragment's
 * elements lie among the lanes as the instructions have them. */
#ifndef LOCKSTEP_MMA_H
#define LOCKSTEP_MMA_H
#include "cuda_bf16.h"
#include "cuda_fp16.h"

namespace nvcuda {
namespace wmma {
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major { static constexpr int lockstep_layout = 0; };
struct col_major { static constexpr int lockstep_layout = 1; };
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32 {};
}
LOCKSTEP_DEVICE float __float_to_tf32(float x) {
  unsigned r;
  __asm__("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(x));
  return __builtin_bit_cast(float, r);
}

template <class Use, int M, int N, int K, class T, class Layout = void> class fragment;
template <class T, class Element, int Count> struct lockstep_elements {
  static constexpr int num_elements = Count;
  static constexpr int num_storage_elements = Count;
  typedef Element element_type;
  typedef T storage_element_type;
  T x[Count];
};
template <class Use, int M, int N, int K, class T, class Layout, class V>
LOCKSTEP_DEVICE void fill_fragment(fragment<Use, M, N, K, T, Layout>& f, V v) {
  _Pragma("clang loop unroll(full)") for (int i = 0; i < f.num_elements; i++) {
    f.x[i] = (typename fragment<Use, M, N, K, T, Layout>::storage_element_type)v;
  }
}

/* A fragment of A or B of elements E, stored as S, which words W hold. */
#define LOCKSTEP_OPERAND(Use, M, N, K, E, S, count, W, builtin) \
  template <class Layout> \
  class fragment<Use, M, N, K, E, Layout> : public lockstep_elements<S, E, count> {}; \
  template <class Layout> \
  LOCKSTEP_DEVICE void load_matrix_sync(fragment<Use, M, N, K, E, Layout>& f, const S* p, unsigned ldm) { \
    builtin((W*)f.x, (const W*)p, ldm, Layout::lockstep_layout); \
  }
#define LOCKSTEP_SUM(M, N, K, E, count, W, load, store) \
  template <> class fragment<accumulator, M, N, K, E> : public lockstep_elements<E, E, count> {}; \
  LOCKSTEP_DEVICE void load_matrix_sync(fragment<accumulator, M, N, K, E>& f, const E* p, unsigned ldm, \
                                        layout_t layout) { \
    if (layout == mem_row_major) { \
      load((W*)f.x, (const W*)p, ldm, 0); \
    } else { \
      load((W*)f.x, (const W*)p, ldm, 1); \
    } \
  } \
  LOCKSTEP_DEVICE void store_matrix_sync(E* p, const fragment<accumulator, M, N, K, E>& f, unsigned ldm, \
                                         layout_t layout) { \
    if (layout == mem_row_major) { \
      store((W*)p, (const W*)f.x, ldm, 0); \
    } else { \
      store((W*)p, (const W*)f.x, ldm, 1); \
    } \
  }
#define LOCKSTEP_PRODUCT(M, N, K, E, W, D, DW, C, CW, builtin, ...) \
  template <class LA, class LB> \
  LOCKSTEP_DEVICE void mma_sync( \
      fragment<accumulator, M, N, K, D>& d, const fragment<matrix_a, M, N, K, E, LA>& a, \
      const fragment<matrix_b, M, N, K, E, LB>& b, const fragment<accumulator, M, N, K, C>& c) { \
    builtin((DW*)d.x, (const W*)a.x, (const W*)b.x, (const CW*)c.x, \
            LA::lockstep_layout * 2 + LB::lockstep_layout, ##__VA_ARGS__); \
  }

#define LOCKSTEP_HALVES(M, N, K, shape) \
  LOCKSTEP_OPERAND(matrix_a, M, N, K, __half, __half, 16, int, __hmma_##shape##_ld_a) \
  LOCKSTEP_OPERAND(matrix_b, M, N, K, __half, __half, 16, int, __hmma_##shape##_ld_b) \
  LOCKSTEP_SUM(M, N, K, __half, 8, int, __hmma_##shape##_ld_c_f16, __hmma_##shape##_st_c_f16) \
  LOCKSTEP_SUM(M, N, K, float, 8, float, __hmma_##shape##_ld_c_f32, __hmma_##shape##_st_c_f32) \
  LOCKSTEP_PRODUCT(M, N, K, __half, int, float, float, float, float, __hmma_##shape##_mma_f32f32, 0) \
  LOCKSTEP_PRODUCT(M, N, K, __half, int, float, float, __half, int, __hmma_##shape##_mma_f32f16, 0) \
  LOCKSTEP_PRODUCT(M, N, K, __half, int, __half, int, float, float, __hmma_##shape##_mma_f16f32, 0) \
  LOCKSTEP_PRODUCT(M, N, K, __half, int, __half, int, __half, int, __hmma_##shape##_mma_f16f16, 0)
LOCKSTEP_HALVES(16, 16, 16, m16n16k16) LOCKSTEP_HALVES(32, 8, 16, m32n8k16)
LOCKSTEP_HALVES(8, 32, 16, m8n32k16)

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 720
#define LOCKSTEP_BYTES(M, N, K, shape, E, type, a, b) \
  LOCKSTEP_OPERAND(matrix_a, M, N, K, E, E, a, int, __imma_##shape##_ld_a_##type) \
  LOCKSTEP_OPERAND(matrix_b, M, N, K, E, E, b, int, __imma_##shape##_ld_b_##type) \
  LOCKSTEP_PRODUCT(M, N, K, E, int, int, int, int, int, __imma_##shape##_mma_##type, 0)
#define LOCKSTEP_BYTE_SHAPE(M, N, K, shape, a, b) \
  LOCKSTEP_SUM(M, N, K, int, 8, int, __imma_##shape##_ld_c, __imma_##shape##_st_c_i32) \
  LOCKSTEP_BYTES(M, N, K, shape, signed char, s8, a, b) \
  LOCKSTEP_BYTES(M, N, K, shape, unsigned char, u8, a, b)
LOCKSTEP_BYTE_SHAPE(16, 16, 16, m16n16k16, 8, 8) LOCKSTEP_BYTE_SHAPE(32, 8, 16, m32n8k16, 16, 4)
LOCKSTEP_BYTE_SHAPE(8, 32, 16, m8n32k16, 4, 16)
#endif

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define LOCKSTEP_BRAIN(M, N, K, shape, a, b) \
  LOCKSTEP_OPERAND(matrix_a, M, N, K, __nv_bfloat16, __nv_bfloat16, a, int, __mma_bf16_##shape##_ld_a) \
  LOCKSTEP_OPERAND(matrix_b, M, N, K, __nv_bfloat16, __nv_bfloat16, b, int, __mma_bf16_##shape##_ld_b) \
  LOCKSTEP_PRODUCT(M, N, K, __nv_bfloat16, int, float, float, float, float, __mma_bf16_##shape##_mma_f32)
LOCKSTEP_BRAIN(16, 16, 16, m16n16k16, 8, 8) LOCKSTEP_BRAIN(32, 8, 16, m32n8k16, 16, 4)
LOCKSTEP_BRAIN(8, 32, 16, m8n32k16, 4, 16)

LOCKSTEP_OPERAND(matrix_a, 16, 16, 8, precision::tf32, float, 4, int, __mma_tf32_m16n16k8_ld_a)
LOCKSTEP_OPERAND(matrix_b, 16, 16, 8, precision::tf32, float, 4, int, __mma_tf32_m16n16k8_ld_b)
LOCKSTEP_SUM(16, 16, 8, float, 8, float, __mma_tf32_m16n16k8_ld_c, __mma_m16n16k8_st_c_f32)
LOCKSTEP_PRODUCT(16, 16, 8, precision::tf32, int, float, float, float, float, __mma_tf32_m16n16k8_mma_f32)

LOCKSTEP_OPERAND(matrix_a, 8, 8, 4, double, double, 1, double, __dmma_m8n8k4_ld_a)
LOCKSTEP_OPERAND(matrix_b, 8, 8, 4, double, double, 1, double, __dmma_m8n8k4_ld_b)
LOCKSTEP_SUM(8, 8, 4, double, 2, double, __dmma_m8n8k4_ld_c, __dmma_m8n8k4_st_c_f64)
LOCKSTEP_PRODUCT(8, 8, 4, double, double, double, double, double, double, __dmma_m8n8k4_mma_f64)
#endif
#undef LOCKSTEP_OPERAND
#undef LOCKSTEP_SUM
#undef LOCKSTEP_PRODUCT
#undef LOCKSTEP_HALVES
#undef LOCKSTEP_BYTES
#undef LOCKSTEP_BYTE_SHAPE
#undef LOCKSTEP_BRAIN
}  // namespace wmma
}  // namespace nvcuda
#endif
