/* SPDX-License-Identifier: Apache-2.0 */
/* Matrix instructions of a wavefront of 64, under clang's names, for OpenCL C and HIP (docs/matrix.md): each becomes one
   instruction of Lockstep's own, mfma. A and B are words, so that no type of an extension is needed. */
#ifndef LOCKSTEP_MATRIX_H
#define LOCKSTEP_MATRIX_H
#define LOCKSTEP_D1 "{%0}"
#define LOCKSTEP_D4 "{%0,%1,%2,%3}"
#define LOCKSTEP_D16 "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15}"
#define LOCKSTEP_D32 \
  "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15," \
  "%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31}"
#define LOCKSTEP_C1(t, i) "+" t(lockstep_c)
#define LOCKSTEP_C4(t, i) \
  "+" t(lockstep_c[i]), "+" t(lockstep_c[i + 1]), "+" t(lockstep_c[i + 2]), "+" t(lockstep_c[i + 3])
#define LOCKSTEP_C16(t, i) \
  LOCKSTEP_C4(t, i), LOCKSTEP_C4(t, i + 4), LOCKSTEP_C4(t, i + 8), LOCKSTEP_C4(t, i + 12)
#define LOCKSTEP_C32(t, i) LOCKSTEP_C16(t, i), LOCKSTEP_C16(t, i + 16)
#define LOCKSTEP_WORDS1(m) [lockstep_##m##0] "r"(lockstep_##m)
#define LOCKSTEP_WORDS2(m) [lockstep_##m##0] "r"(lockstep_##m.x), [lockstep_##m##1] "r"(lockstep_##m.y)
#define LOCKSTEP_DOUBLE(m) [lockstep_##m##0] "d"(lockstep_##m)
#define LOCKSTEP_PLACES1(m) "{%[lockstep_" #m "0]}"
#define LOCKSTEP_PLACES2(m) "{%[lockstep_" #m "0],%[lockstep_" #m "1]}"
#define LOCKSTEP_float "f"
#define LOCKSTEP_int "r"
#define LOCKSTEP_WORDS4(m) \
  [lockstep_##m##0] "r"(lockstep_##m.x), [lockstep_##m##1] "r"(lockstep_##m.y), \
      [lockstep_##m##2] "r"(lockstep_##m.z), [lockstep_##m##3] "r"(lockstep_##m.w)
#define LOCKSTEP_PLACES4(m) \
  "{%[lockstep_" #m "0],%[lockstep_" #m "1],%[lockstep_" #m "2],%[lockstep_" #m "3]}"
typedef unsigned lockstep_words1;
#define LOCKSTEP_VECTOR(name, T, n) typedef T lockstep_##name##n __attribute__((ext_vector_type(n)));
LOCKSTEP_VECTOR(words, unsigned, 2) LOCKSTEP_VECTOR(words, unsigned, 4)
LOCKSTEP_VECTOR(float, float, 4) LOCKSTEP_VECTOR(float, float, 16) LOCKSTEP_VECTOR(float, float, 32)
LOCKSTEP_VECTOR(int, int, 4) LOCKSTEP_VECTOR(int, int, 16) LOCKSTEP_VECTOR(int, int, 32)
LOCKSTEP_VECTOR(double, double, 4)
#undef LOCKSTEP_VECTOR
#ifdef __OPENCL_VERSION__
#define LOCKSTEP_CHECK static inline __attribute__((always_inline, nodebug, unused)) void
#define LOCKSTEP_AS(x, T) __builtin_astype(x, T)
#define LOCKSTEP_START(x, T) x /* a scalar may stand for a vector of it */
#else
#define LOCKSTEP_CHECK LOCKSTEP_DEVICE void
#define LOCKSTEP_AS(x, T) __builtin_bit_cast(T, x)
#define LOCKSTEP_START(x, T) __builtin_bit_cast(T, x)
#endif

/* What is wrong with the modifiers of an instruction of so many blocks (MatrixModifiers). */
#define LOCKSTEP_MODIFIERS(name, blocks, text) \
  LOCKSTEP_CHECK lockstep_modifiers_##name(int cbsz, int abid, int blgp) \
      __attribute__((diagnose_if(cbsz < 0 || cbsz > 4 || 1 << cbsz > blocks || blocks == 1 && abid != 0, \
                                 text, "error"))) \
      __attribute__((diagnose_if(abid < 0 || blocks > 1 && abid >= 1 << cbsz, \
                                 "abid must be less than 2 to the power of cbsz", "error"))) \
      __attribute__((diagnose_if(blgp < 0 || blgp > 7, "blgp must be 0 to 7", "error"))) { \
    (void)cbsz, (void)abid, (void)blgp; \
  }
LOCKSTEP_MODIFIERS(1, 1, "cbsz and abid must be 0 where the matrix instruction has one block")
LOCKSTEP_MODIFIERS(2, 2, "cbsz must be at most 1 where the matrix instruction has 2 blocks")
LOCKSTEP_MODIFIERS(4, 4, "cbsz must be at most 2 where the matrix instruction has 4 blocks")
LOCKSTEP_MODIFIERS(16, 16, "cbsz must be at most 4 where the matrix instruction has 16 blocks")
LOCKSTEP_MODIFIERS(doubles, 1, "cbsz and abid must be 0 in products of doubles")
#undef LOCKSTEP_MODIFIERS
#define LOCKSTEP_SETS(sets, bits) \
  LOCKSTEP_CHECK lockstep_sets_##sets(int cbsz, int abid) \
      __attribute__((diagnose_if(cbsz < 0 || cbsz > 7, "cbsz must be 0 to 7", "error"))) \
      __attribute__((diagnose_if(abid < 0 || abid > 15 || cbsz == 0 && abid >= sets, \
                                 "abid must be less than " #sets ", the sets of indexes of elements of " #bits " bits", \
                                 "error"))) { \
    (void)cbsz, (void)abid; \
  }
LOCKSTEP_SETS(2, 8)
LOCKSTEP_SETS(4, 16)
#undef LOCKSTEP_SETS

/* In HIP's texts for wavefronts of 32, calls a function that nothing defines: a kernel that does so is refused by this
   name when it is launched. */
#if defined(LOCKSTEP_HIP) && __LOCKSTEP_WARP__ < 64
#define LOCKSTEP_WIDE(name) \
  do { \
    __attribute__((device)) void lockstep_##name() __asm__("__builtin_amdgcn_" #name "_in_wavefronts_of_32"); \
    lockstep_##name(); \
  } while (0)
#else
#define LOCKSTEP_WIDE(name) (void)0
#endif
#define LOCKSTEP_MATRIX(shape, blocks, T, C, D, places, words, sums, t, A, B, start, cbsz, abid, blgp) \
  __extension__({ \
    T lockstep_a = LOCKSTEP_AS(A, T), lockstep_b = LOCKSTEP_AS(B, T); \
    C lockstep_c = LOCKSTEP_START(start, C); \
    lockstep_modifiers_##blocks(cbsz, abid, blgp); \
    LOCKSTEP_WIDE(mfma_##shape); \
    __asm__("mfma." #shape " " D ", " places(a) ", " places(b) ", " D \
            ", %[lockstep_cbsz], %[lockstep_abid], %[lockstep_blgp];" \
            : sums(t, 0) \
            : words(a), words(b), [lockstep_cbsz] "n"(cbsz), [lockstep_abid] "n"(abid), [lockstep_blgp] "n"(blgp)); \
    lockstep_c; \
  })
/* A shape with its blocks, so many words of A, and of B, and so many sums of a type in a lane. */
#define LOCKSTEP_MFMA(shape, blocks, words, n, C, ...) \
  LOCKSTEP_MATRIX(shape, blocks, lockstep_words##words, lockstep_##C##n, LOCKSTEP_D##n, LOCKSTEP_PLACES##words, \
                  LOCKSTEP_WORDS##words, LOCKSTEP_C##n, LOCKSTEP_##C, __VA_ARGS__)
#define LOCKSTEP_DOUBLES(shape, n, C, ...) \
  LOCKSTEP_MATRIX(shape, doubles, double, C, LOCKSTEP_D##n, LOCKSTEP_PLACES1, LOCKSTEP_DOUBLE, LOCKSTEP_C##n, "d", \
                  __VA_ARGS__)

#define __builtin_amdgcn_mfma_f32_32x32x8f16(...) LOCKSTEP_MFMA(f32_32x32x8f16, 1, 2, 16, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x16f16(...) LOCKSTEP_MFMA(f32_16x16x16f16, 1, 2, 4, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_32x32x4f16(...) LOCKSTEP_MFMA(f32_32x32x4f16, 2, 2, 32, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x4f16(...) LOCKSTEP_MFMA(f32_16x16x4f16, 4, 2, 16, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_4x4x4f16(...) LOCKSTEP_MFMA(f32_4x4x4f16, 16, 2, 4, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_32x32x2f32(...) LOCKSTEP_MFMA(f32_32x32x2f32, 1, 1, 16, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x4f32(...) LOCKSTEP_MFMA(f32_16x16x4f32, 1, 1, 4, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_32x32x1f32(...) LOCKSTEP_MFMA(f32_32x32x1f32, 2, 1, 32, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x1f32(...) LOCKSTEP_MFMA(f32_16x16x1f32, 4, 1, 16, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_4x4x1f32(...) LOCKSTEP_MFMA(f32_4x4x1f32, 16, 1, 4, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_32x32x4_xf32(...) LOCKSTEP_MFMA(f32_32x32x4_xf32, 1, 2, 16, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x8_xf32(...) LOCKSTEP_MFMA(f32_16x16x8_xf32, 1, 2, 4, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_32x32x4bf16(...) LOCKSTEP_MFMA(f32_32x32x4bf16, 1, 1, 16, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x8bf16(...) LOCKSTEP_MFMA(f32_16x16x8bf16, 1, 1, 4, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_32x32x2bf16(...) LOCKSTEP_MFMA(f32_32x32x2bf16, 2, 1, 32, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x2bf16(...) LOCKSTEP_MFMA(f32_16x16x2bf16, 4, 1, 16, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_4x4x2bf16(...) LOCKSTEP_MFMA(f32_4x4x2bf16, 16, 1, 4, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_32x32x8bf16_1k(...) LOCKSTEP_MFMA(f32_32x32x8bf16_1k, 1, 2, 16, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x16bf16_1k(...) LOCKSTEP_MFMA(f32_16x16x16bf16_1k, 1, 2, 4, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_32x32x4bf16_1k(...) LOCKSTEP_MFMA(f32_32x32x4bf16_1k, 2, 2, 32, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x4bf16_1k(...) LOCKSTEP_MFMA(f32_16x16x4bf16_1k, 4, 2, 16, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_4x4x4bf16_1k(...) LOCKSTEP_MFMA(f32_4x4x4bf16_1k, 16, 2, 4, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_32x32x16_fp8_fp8(...) LOCKSTEP_MFMA(f32_32x32x16_fp8_fp8, 1, 2, 16, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_32x32x16_fp8_bf8(...) LOCKSTEP_MFMA(f32_32x32x16_fp8_bf8, 1, 2, 16, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_32x32x16_bf8_fp8(...) LOCKSTEP_MFMA(f32_32x32x16_bf8_fp8, 1, 2, 16, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_32x32x16_bf8_bf8(...) LOCKSTEP_MFMA(f32_32x32x16_bf8_bf8, 1, 2, 16, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x32_fp8_fp8(...) LOCKSTEP_MFMA(f32_16x16x32_fp8_fp8, 1, 2, 4, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x32_fp8_bf8(...) LOCKSTEP_MFMA(f32_16x16x32_fp8_bf8, 1, 2, 4, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x32_bf8_fp8(...) LOCKSTEP_MFMA(f32_16x16x32_bf8_fp8, 1, 2, 4, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f32_16x16x32_bf8_bf8(...) LOCKSTEP_MFMA(f32_16x16x32_bf8_bf8, 1, 2, 4, float, __VA_ARGS__)
#define __builtin_amdgcn_mfma_i32_32x32x8i8(...) LOCKSTEP_MFMA(i32_32x32x8i8, 1, 1, 16, int, __VA_ARGS__)
#define __builtin_amdgcn_mfma_i32_16x16x16i8(...) LOCKSTEP_MFMA(i32_16x16x16i8, 1, 1, 4, int, __VA_ARGS__)
#define __builtin_amdgcn_mfma_i32_32x32x4i8(...) LOCKSTEP_MFMA(i32_32x32x4i8, 2, 1, 32, int, __VA_ARGS__)
#define __builtin_amdgcn_mfma_i32_16x16x4i8(...) LOCKSTEP_MFMA(i32_16x16x4i8, 4, 1, 16, int, __VA_ARGS__)
#define __builtin_amdgcn_mfma_i32_4x4x4i8(...) LOCKSTEP_MFMA(i32_4x4x4i8, 16, 1, 4, int, __VA_ARGS__)
#define __builtin_amdgcn_mfma_i32_32x32x16_i8(...) LOCKSTEP_MFMA(i32_32x32x16_i8, 1, 2, 16, int, __VA_ARGS__)
#define __builtin_amdgcn_mfma_i32_16x16x32_i8(...) LOCKSTEP_MFMA(i32_16x16x32_i8, 1, 2, 4, int, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f64_16x16x4f64(...) LOCKSTEP_DOUBLES(f64_16x16x4f64, 4, lockstep_double4, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f64_4x4x4f64(...) LOCKSTEP_DOUBLES(f64_4x4x4f64, 1, double, __VA_ARGS__)

/* Those whose A is sparse: two words of A, four of B, one of indexes in so many sets. */
#define LOCKSTEP_SMFMAC(shape, sets, n, C, ...) \
  LOCKSTEP_SPARSE(shape, sets, lockstep_##C##n, LOCKSTEP_D##n, LOCKSTEP_C##n, LOCKSTEP_##C, __VA_ARGS__)
#define LOCKSTEP_SPARSE(shape, sets, C, D, sums, t, A, B, start, indexes, cbsz, abid) \
  __extension__({ \
    lockstep_words2 lockstep_a = LOCKSTEP_AS(A, lockstep_words2); \
    lockstep_words4 lockstep_b = LOCKSTEP_AS(B, lockstep_words4); \
    C lockstep_c = LOCKSTEP_START(start, C); \
    lockstep_sets_##sets(cbsz, abid); \
    LOCKSTEP_WIDE(smfmac_##shape); \
    __asm__("smfmac." #shape " " D ", " LOCKSTEP_PLACES2(a) ", " LOCKSTEP_PLACES4(b) \
            ", %[lockstep_indexes], %[lockstep_cbsz], %[lockstep_abid];" \
            : sums(t, 0) \
            : LOCKSTEP_WORDS2(a), LOCKSTEP_WORDS4(b), [lockstep_indexes] "r"((int)(indexes)), \
              [lockstep_cbsz] "n"(cbsz), [lockstep_abid] "n"(abid)); \
    lockstep_c; \
  })
#define __builtin_amdgcn_smfmac_f32_16x16x32_f16(...) LOCKSTEP_SMFMAC(f32_16x16x32_f16, 4, 4, float, __VA_ARGS__)
#define __builtin_amdgcn_smfmac_f32_32x32x16_f16(...) LOCKSTEP_SMFMAC(f32_32x32x16_f16, 4, 16, float, __VA_ARGS__)
#define __builtin_amdgcn_smfmac_f32_16x16x32_bf16(...) LOCKSTEP_SMFMAC(f32_16x16x32_bf16, 4, 4, float, __VA_ARGS__)
#define __builtin_amdgcn_smfmac_f32_32x32x16_bf16(...) LOCKSTEP_SMFMAC(f32_32x32x16_bf16, 4, 16, float, __VA_ARGS__)
#define __builtin_amdgcn_smfmac_i32_16x16x64_i8(...) LOCKSTEP_SMFMAC(i32_16x16x64_i8, 2, 4, int, __VA_ARGS__)
#define __builtin_amdgcn_smfmac_i32_32x32x32_i8(...) LOCKSTEP_SMFMAC(i32_32x32x32_i8, 2, 16, int, __VA_ARGS__)
#define __builtin_amdgcn_smfmac_f32_16x16x64_fp8_fp8(...) LOCKSTEP_SMFMAC(f32_16x16x64_fp8_fp8, 2, 4, float, __VA_ARGS__)
#define __builtin_amdgcn_smfmac_f32_16x16x64_fp8_bf8(...) LOCKSTEP_SMFMAC(f32_16x16x64_fp8_bf8, 2, 4, float, __VA_ARGS__)
#define __builtin_amdgcn_smfmac_f32_16x16x64_bf8_fp8(...) LOCKSTEP_SMFMAC(f32_16x16x64_bf8_fp8, 2, 4, float, __VA_ARGS__)
#define __builtin_amdgcn_smfmac_f32_16x16x64_bf8_bf8(...) LOCKSTEP_SMFMAC(f32_16x16x64_bf8_bf8, 2, 4, float, __VA_ARGS__)
#define __builtin_amdgcn_smfmac_f32_32x32x32_fp8_fp8(...) LOCKSTEP_SMFMAC(f32_32x32x32_fp8_fp8, 2, 16, float, __VA_ARGS__)
#define __builtin_amdgcn_smfmac_f32_32x32x32_fp8_bf8(...) LOCKSTEP_SMFMAC(f32_32x32x32_fp8_bf8, 2, 16, float, __VA_ARGS__)
#define __builtin_amdgcn_smfmac_f32_32x32x32_bf8_fp8(...) LOCKSTEP_SMFMAC(f32_32x32x32_bf8_fp8, 2, 16, float, __VA_ARGS__)
#define __builtin_amdgcn_smfmac_f32_32x32x32_bf8_bf8(...) LOCKSTEP_SMFMAC(f32_32x32x32_bf8_bf8, 2, 16, float, __VA_ARGS__)
#endif
