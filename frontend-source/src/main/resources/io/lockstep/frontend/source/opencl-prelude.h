/* Included before every source: the macro of the runtime's version, which the compiler alone does
 * not know, and functions that OpenCL C does not have. */
#ifndef __OPENCL_VERSION__
#ifdef __OPENCL_C_VERSION__
#define __OPENCL_VERSION__ __OPENCL_C_VERSION__
#else
#define __OPENCL_VERSION__ 300
#endif
#endif

#define LOCKSTEP_OVERLOAD static inline __attribute__((overloadable, always_inline, unused))

/* Products of 24 bits take sizes, too, which are of 64 bits here: in 32 bits, as where sizes are. */
#define LOCKSTEP_SILENT LOCKSTEP_OVERLOAD __attribute__((nodebug))
#define LOCKSTEP_24(T) \
  LOCKSTEP_SILENT T lockstep_mul24(T x, T y) { return mul24(x, y); } \
  LOCKSTEP_SILENT T lockstep_mad24(T x, T y, T z) { return mad24(x, y, z); }
#define LOCKSTEP_24S(T) \
  LOCKSTEP_24(T) LOCKSTEP_24(T##2) LOCKSTEP_24(T##3) LOCKSTEP_24(T##4) LOCKSTEP_24(T##8) LOCKSTEP_24(T##16)
LOCKSTEP_24S(int) LOCKSTEP_24S(uint)
#define LOCKSTEP_PRODUCT(A, B, value) \
  LOCKSTEP_SILENT uint lockstep_mul24(A x, B y) { return value; }
LOCKSTEP_PRODUCT(ulong, ulong, mul24((uint)x, (uint)y))
LOCKSTEP_PRODUCT(ulong, uint, mul24((uint)x, y))
LOCKSTEP_PRODUCT(uint, ulong, mul24(x, (uint)y))
LOCKSTEP_PRODUCT(ulong, int, (uint)x * (uint)y)
LOCKSTEP_PRODUCT(int, ulong, (uint)x * (uint)y)
#define LOCKSTEP_SUM(A, B, C) \
  LOCKSTEP_SILENT uint lockstep_mad24(A x, B y, C z) { return lockstep_mul24(x, y) + (uint)z; }
#define LOCKSTEP_SUMS(A, B) LOCKSTEP_SUM(A, B, int) LOCKSTEP_SUM(A, B, uint) LOCKSTEP_SUM(A, B, ulong)
LOCKSTEP_SUMS(ulong, ulong) LOCKSTEP_SUMS(ulong, uint) LOCKSTEP_SUMS(uint, ulong)
LOCKSTEP_SUMS(ulong, int) LOCKSTEP_SUMS(int, ulong)
LOCKSTEP_SUM(int, int, ulong) LOCKSTEP_SUM(uint, uint, ulong)
#define mul24 lockstep_mul24
#define mad24 lockstep_mad24
#undef LOCKSTEP_SILENT
#undef LOCKSTEP_24
#undef LOCKSTEP_24S
#undef LOCKSTEP_PRODUCT
#undef LOCKSTEP_SUM
#undef LOCKSTEP_SUMS

#undef LOCKSTEP_OVERLOAD

/* The range of the launch, which hidden arguments say where it has an offset or smaller last groups (-DLOCKSTEP_RANGE);
   elsewhere global ids begin at 0. Functions here are nodebug, so that their code has the line of their call. */
#ifdef LOCKSTEP_RANGE
#define LOCKSTEP_OF_RANGE(name, beyond) \
  static inline __attribute__((always_inline, nodebug, unused)) size_t lockstep_##name(uint d) { \
    uint value = beyond; \
    switch (d) { \
      case 0: __asm__("mov.u32 %0, %%" #name ".x;" : "=r"(value)); break; \
      case 1: __asm__("mov.u32 %0, %%" #name ".y;" : "=r"(value)); break; \
      case 2: __asm__("mov.u32 %0, %%" #name ".z;" : "=r"(value)); break; \
    } \
    return value; \
  }
LOCKSTEP_OF_RANGE(global_offset, 0)
LOCKSTEP_OF_RANGE(global_size, 1)
LOCKSTEP_OF_RANGE(enqueued_local_size, 1)
#undef LOCKSTEP_OF_RANGE

static inline __attribute__((always_inline, nodebug, unused)) size_t lockstep_in_range(uint d) {
  return get_group_id(d) * lockstep_enqueued_local_size(d) + get_local_id(d);
}

static inline __attribute__((always_inline, nodebug, unused)) size_t lockstep_global_id(uint d) {
  return lockstep_in_range(d) + lockstep_global_offset(d);
}

static inline __attribute__((always_inline, nodebug, unused)) size_t lockstep_global_linear_id(void) {
  return (lockstep_in_range(2) * lockstep_global_size(1) + lockstep_in_range(1)) * lockstep_global_size(0) +
         lockstep_in_range(0);
}

#define get_global_id lockstep_global_id
#define get_global_size lockstep_global_size
#define get_enqueued_local_size lockstep_enqueued_local_size
#define get_global_linear_id lockstep_global_linear_id
#define get_global_offset lockstep_global_offset
#endif

/* A barrier and its flags, which the instruction keeps for the checks: constants as they are, once functions are inlined. */
#define barrier(...) \
  __extension__({ __asm__ volatile("bar.sync.flags 0, %0;" : : "ri"((uint)(__VA_ARGS__)) : "memory"); })

/* A barrier of all work-groups of a cooperative launch, under the names of cl_intel_concurrent_dispatch. It counts
   arrivals in the launch's workspace as CUDA's cooperative groups do; other launches have none and trap. */
static inline __attribute__((always_inline, nodebug, unused)) ulong lockstep_grid_workspace(void) {
  ulong at;
  __asm__("{\n\t.reg .b32 low, high;\n\tmov.u32 low, %%envreg2;\n\tmov.u32 high, %%envreg1;\n\t"
          "mov.b64 %0, {low, high};\n\t}" : "=l"(at));
  return at;
}

static inline __attribute__((always_inline, nodebug, unused)) bool lockstep_is_device_barrier_valid(void) {
  return lockstep_grid_workspace() != 0;
}

static inline __attribute__((always_inline, convergent, unused)) void lockstep_device_barrier(uint flags) {
  ulong workspace = lockstep_grid_workspace();
  if (workspace == 0) {
    __asm__ volatile("trap;");
  }
  barrier(flags | CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) + get_local_id(1) + get_local_id(2) == 0) {
    volatile __global uint *arrived = (volatile __global uint *)workspace + 1;
    uint groups = get_num_groups(0) * get_num_groups(1) * get_num_groups(2);
    bool first = get_group_id(0) + get_group_id(1) + get_group_id(2) == 0;
    uint before = atomic_add(arrived, first ? 0x80000000u - (groups - 1u) : 1u);
    while (((*arrived ^ before) & 0x80000000u) == 0) {
    }
  }
  barrier(flags | CLK_GLOBAL_MEM_FENCE);
}

#define intel_is_device_barrier_valid lockstep_is_device_barrier_valid
#define intel_device_barrier lockstep_device_barrier

/* Matrix instructions of a wavefront of 64, under clang's names (docs/matrix.md): each becomes one instruction of
   Lockstep's own, mfma. A and B are words, so that no type of an extension is needed. */
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
typedef uint lockstep_words1;
typedef uint2 lockstep_words2;
typedef float lockstep_float32 __attribute__((ext_vector_type(32)));
typedef int lockstep_int32 __attribute__((ext_vector_type(32)));
typedef float16 lockstep_float16;
typedef float4 lockstep_float4;
typedef int16 lockstep_int16;
typedef int4 lockstep_int4;

/* What is wrong with the modifiers of an instruction of so many blocks (MatrixModifiers). */
#define LOCKSTEP_MODIFIERS(name, blocks, text) \
  static inline __attribute__((always_inline, nodebug, unused)) void lockstep_modifiers_##name(int cbsz, int abid, int blgp) \
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
  static inline __attribute__((always_inline, nodebug, unused)) void lockstep_sets_##sets(int cbsz, int abid) \
      __attribute__((diagnose_if(cbsz < 0 || cbsz > 7, "cbsz must be 0 to 7", "error"))) \
      __attribute__((diagnose_if(abid < 0 || abid > 15 || cbsz == 0 && abid >= sets, \
                                 "abid must be less than " #sets ", the sets of indexes of elements of " #bits " bits", \
                                 "error"))) { \
    (void)cbsz, (void)abid; \
  }
LOCKSTEP_SETS(2, 8)
LOCKSTEP_SETS(4, 16)
#undef LOCKSTEP_SETS

#define LOCKSTEP_MATRIX(shape, blocks, T, C, D, places, words, sums, t, A, B, start, cbsz, abid, blgp) \
  __extension__({ \
    T lockstep_a = __builtin_astype(A, T), lockstep_b = __builtin_astype(B, T); \
    C lockstep_c = start; \
    lockstep_modifiers_##blocks(cbsz, abid, blgp); \
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
#define __builtin_amdgcn_mfma_f64_16x16x4f64(...) LOCKSTEP_DOUBLES(f64_16x16x4f64, 4, double4, __VA_ARGS__)
#define __builtin_amdgcn_mfma_f64_4x4x4f64(...) LOCKSTEP_DOUBLES(f64_4x4x4f64, 1, double, __VA_ARGS__)

/* Those whose A is sparse: two words of A, four of B, one of indexes in so many sets. */
#define LOCKSTEP_SMFMAC(shape, sets, n, C, ...) \
  LOCKSTEP_SPARSE(shape, sets, lockstep_##C##n, LOCKSTEP_D##n, LOCKSTEP_C##n, LOCKSTEP_##C, __VA_ARGS__)
#define LOCKSTEP_SPARSE(shape, sets, C, D, sums, t, A, B, start, indexes, cbsz, abid) \
  __extension__({ \
    uint2 lockstep_a = __builtin_astype(A, uint2); \
    uint4 lockstep_b = __builtin_astype(B, uint4); \
    C lockstep_c = start; \
    lockstep_sets_##sets(cbsz, abid); \
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

/* Region memory and the barrier of a launch (docs/region.md): each function becomes one instruction of Lockstep's own,
   region. Addresses are byte offsets; lanes that call an append are those that execute it together. */
#define LOCKSTEP_REGION(name, ...) \
  static inline __attribute__((always_inline, convergent, unused)) uint region_##name(__VA_ARGS__)
#define LOCKSTEP_REGION_ATOMIC(name, T, op) \
  static inline __attribute__((always_inline, convergent, unused)) T region_atomic_##name(uint at, T value) { \
    T old; \
    __asm__ volatile("region." #op " %0, %1, %2;" : "=r"(old) : "r"(at), "r"(value) : "memory"); \
    return old; \
  }
#define LOCKSTEP_REGION_APPEND(name, op) \
  LOCKSTEP_REGION(name, uint at) { \
    uint old; \
    __asm__ volatile("region." #op ".u32 %0, %1;" : "=r"(old) : "r"(at) : "memory"); \
    return old; \
  }

LOCKSTEP_REGION_APPEND(load, ld)
LOCKSTEP_REGION_APPEND(append, append)
LOCKSTEP_REGION_APPEND(consume, consume)
LOCKSTEP_REGION_APPEND(ordered_append, ordered)
LOCKSTEP_REGION_ATOMIC(add, uint, add.u32)
LOCKSTEP_REGION_ATOMIC(sub, uint, sub.u32)
LOCKSTEP_REGION_ATOMIC(min, uint, min.u32)
LOCKSTEP_REGION_ATOMIC(max, uint, max.u32)
LOCKSTEP_REGION_ATOMIC(smin, int, min.s32)
LOCKSTEP_REGION_ATOMIC(smax, int, max.s32)
LOCKSTEP_REGION_ATOMIC(inc, uint, inc.u32)
LOCKSTEP_REGION_ATOMIC(dec, uint, dec.u32)
LOCKSTEP_REGION_ATOMIC(and, uint, and.u32)
LOCKSTEP_REGION_ATOMIC(or, uint, or.u32)
LOCKSTEP_REGION_ATOMIC(xor, uint, xor.u32)
LOCKSTEP_REGION_ATOMIC(xchg, uint, exch.u32)

LOCKSTEP_REGION(atomic_cmpxchg, uint at, uint expected, uint value) {
  uint old;
  __asm__ volatile("region.cas.u32 %0, %1, %2, %3;" : "=r"(old) : "r"(at), "r"(expected), "r"(value) : "memory");
  return old;
}

static inline __attribute__((always_inline, convergent, unused)) void region_store(uint at, uint value) {
  __asm__ volatile("region.st.u32 %0, %1;" : : "r"(at), "r"(value) : "memory");
}

static inline __attribute__((always_inline, convergent, unused)) void launch_barrier(void) {
  __asm__ volatile("region.barrier;" : : : "memory");
}

#undef LOCKSTEP_REGION
#undef LOCKSTEP_REGION_ATOMIC
#undef LOCKSTEP_REGION_APPEND
