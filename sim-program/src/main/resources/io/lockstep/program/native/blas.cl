/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lockstep's own kernels behind the interfaces of cuBLAS and hipBLAS, written from the definitions
 * of the BLAS; matrices are stored by columns. One text for each TYPE:
 * 0 float, 1 double, 2 half, 3 half with results in float, 4 bfloat16, 5 bfloat16 with results in float,
 * 6 integers of 8 bits with results of 32.
 * Sums are in ACC. Pointers arrive as numbers, as those of CUDA's launches do.
 */
#if TYPE == 1
#define ACC double
#define IN double
#define OUT double
#define PREFIX lockstep_d
#elif TYPE == 6
#define ACC int
#define IN char
#define OUT int
#define PREFIX lockstep_i
#else
#define ACC float
#if TYPE == 0
#define IN float
#define PREFIX lockstep_s
#elif TYPE == 2
#define IN half
#define PREFIX lockstep_h
#elif TYPE == 3
#define IN half
#define PREFIX lockstep_hs
#elif TYPE == 4
#define IN ushort
#define PREFIX lockstep_b
#else
#define IN ushort
#define PREFIX lockstep_bs
#endif
#if TYPE == 2
#define OUT half
#elif TYPE == 4
#define OUT ushort
#else
#define OUT float
#endif
#endif
#if TYPE == 2 || TYPE == 3
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define KERNEL(items, name) \
  __kernel __attribute__((reqd_work_group_size items)) void JOIN(PREFIX, name)
#define AT(type, address) ((__global type *)(address))

/* bfloat16: the upper half of a float, rounded to the nearest even one. */
float of_bfloat(ushort x) { return as_float((uint)x << 16); }
ushort to_bfloat(float x) {
  uint bits = as_uint(x);
  return isnan(x) ? 0x7fff : (ushort)((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}
#if TYPE == 4 || TYPE == 5
#define OF_IN(x) of_bfloat(x)
#else
#define OF_IN(x) ((ACC)(x))
#endif
#if TYPE == 4
#define OF_OUT(x) of_bfloat(x)
#define TO_OUT(x) to_bfloat(x)
#else
#define OF_OUT(x) ((ACC)(x))
#define TO_OUT(x) ((OUT)(x))
#endif

/* A factor: a value, or an address in the device's memory, of the results' type or of the sums'. */
typedef struct {
  ulong address;
  ulong of_out;
  ACC value;
} Factor;

ACC factor(Factor f) {
  if (f.address == 0) {
    return f.value;
  }
  return f.of_out ? OF_OUT(AT(OUT, f.address)[0]) : AT(ACC, f.address)[0];
}

/* Vectors: element i is at first[i * step]; the host has moved the first of negative steps. */
#define FOR_ALL(i, n) \
  for (long i = get_global_id(0); i < (n); i += get_global_size(0))

#if TYPE <= 2 || TYPE == 4
KERNEL((256, 1, 1), axpy)(long n, Factor alpha, ulong x, long xs, ulong y, long ys) {
  ACC a = factor(alpha);
  FOR_ALL(i, n) {
    AT(OUT, y)[i * ys] = TO_OUT(OF_OUT(AT(OUT, y)[i * ys]) + a * OF_IN(AT(IN, x)[i * xs]));
  }
}

KERNEL((256, 1, 1), scal)(long n, Factor alpha, ulong x, long xs) {
  ACC a = factor(alpha);
  FOR_ALL(i, n) {
    AT(OUT, x)[i * xs] = TO_OUT(a * OF_OUT(AT(OUT, x)[i * xs]));
  }
}

KERNEL((256, 1, 1), copy)(long n, ulong x, long xs, ulong y, long ys) {
  FOR_ALL(i, n) {
    AT(OUT, y)[i * ys] = AT(OUT, x)[i * xs];
  }
}

KERNEL((256, 1, 1), swap)(long n, ulong x, long xs, ulong y, long ys) {
  FOR_ALL(i, n) {
    OUT t = AT(OUT, x)[i * xs];
    AT(OUT, x)[i * xs] = AT(OUT, y)[i * ys];
    AT(OUT, y)[i * ys] = t;
  }
}

/*
 * Reductions: groups of 256 reduce their elements to one partial result each, one group the partial
 * results.
 */
typedef struct {
  ACC value, large, small; /* the last two of norms */
  long index;              /* of an element, from 1 */
} Partial;

Partial sum_of(Partial a, Partial b) {
  a.value += b.value;
  return a;
}

/*
 * A norm in three sums of squares, of middle, large and small values, the last two scaled by powers
 * of two so that nothing overflows or vanishes: Blue, ACM TOMS 4(1), 1978; limits of Anderson, TOMS
 * 44(1), 2017.
 */
#if TYPE == 1
#define LARGE 0x1p486
#define LARGE_SCALE 0x1p-538
#define SMALL 0x1p-511
#define SMALL_SCALE 0x1p537
#else
#define LARGE 0x1p52f
#define LARGE_SCALE 0x1p-76f
#define SMALL 0x1p-63f
#define SMALL_SCALE 0x1p75f
#endif
Partial square_of(ACC x) {
  ACC large = x * LARGE_SCALE, small = x * SMALL_SCALE;
  Partial square = {0, 0, 0, 0};
  if (x > LARGE) {
    square.large = large * large;
  } else if (x < SMALL) {
    square.small = small * small;
  } else {
    square.value = x * x;
  }
  return square;
}

Partial norm_of(Partial a, Partial b) {
  a.value += b.value;
  a.large += b.large;
  a.small += b.small;
  return a;
}

ACC root_of(Partial sums) {
  ACC middle = sqrt(sums.value);
  if (sums.large > 0) {
    return sqrt(sums.large + sums.value * LARGE_SCALE * LARGE_SCALE) / LARGE_SCALE;
  }
  if (sums.small > 0 && sums.value == sums.value) {
    ACC small = sqrt(sums.small) / SMALL_SCALE;
    ACC most = fmax(small, middle), ratio = fmin(small, middle) / most;
    return most * sqrt(1 + ratio * ratio);
  }
  return middle;
}

/* The element with the largest or smallest value, of equal ones the first; 0 is no index. */
Partial largest_of(Partial a, Partial b) {
  int other = a.index == 0 || b.index != 0 && (b.value > a.value || b.value == a.value && b.index < a.index);
  return other ? b : a;
}

Partial smallest_of(Partial a, Partial b) {
  int other = a.index == 0 || b.index != 0 && (b.value < a.value || b.value == a.value && b.index < a.index);
  return other ? b : a;
}

#define REDUCTION(name, combine, result_type, element, result)                                   \
  Partial name##_group(Partial own, __local Partial *all) {                                      \
    uint item = get_local_id(0);                                                                 \
    all[item] = own;                                                                             \
    for (uint half_size = 128; half_size > 0; half_size /= 2) {                                  \
      barrier(CLK_LOCAL_MEM_FENCE);                                                              \
      if (item < half_size) {                                                                    \
        all[item] = combine(all[item], all[item + half_size]);                                   \
      }                                                                                          \
    }                                                                                            \
    return all[0];                                                                               \
  }                                                                                              \
  KERNEL((256, 1, 1), name)(long n, ulong x, long xs, ulong y, long ys, ulong partials) {        \
    __local Partial all[256];                                                                    \
    Partial own = {0, 0, 0, 0};                                                                     \
    FOR_ALL(i, n) {                                                                              \
      Partial next = element;                                                                    \
      own = combine(own, next);                                                                  \
    }                                                                                            \
    Partial whole = name##_group(own, all);                                                      \
    if (get_local_id(0) == 0) {                                                                  \
      AT(Partial, partials)[get_group_id(0)] = whole;                                            \
    }                                                                                            \
  }                                                                                              \
  KERNEL((256, 1, 1), name##_end)(long n, ulong partials, ulong to) {                            \
    __local Partial all[256];                                                                    \
    Partial own = {0, 0, 0, 0};                                                                     \
    FOR_ALL(i, n) {                                                                              \
      own = combine(own, AT(Partial, partials)[i]);                                              \
    }                                                                                            \
    Partial whole = name##_group(own, all);                                                      \
    if (get_local_id(0) == 0) {                                                                  \
      AT(result_type, to)[0] = result;                                                           \
    }                                                                                            \
  }
#define X OF_IN(AT(IN, x)[i * xs])
REDUCTION(dot, sum_of, OUT, ((Partial){X * OF_IN(AT(IN, y)[i * ys]), 0, 0, 0}), TO_OUT(whole.value))
REDUCTION(asum, sum_of, OUT, ((Partial){fabs(X), 0, 0, 0}), TO_OUT(whole.value))
REDUCTION(nrm2, norm_of, OUT, square_of(fabs(X)), TO_OUT(root_of(whole)))
REDUCTION(iamax, largest_of, int, ((Partial){fabs(X), 0, 0, i + 1}), (int)whole.index)
REDUCTION(iamin, smallest_of, int, ((Partial){fabs(X), 0, 0, i + 1}), (int)whole.index)
#endif

#if TYPE <= 1
/* y = alpha A x + beta y: a work-item for each row. */
KERNEL((64, 1, 1), gemv_n)(long m, long n, Factor alpha, ulong a, long lda, ulong x, long xs,
                           Factor beta, ulong y, long ys) {
  ACC scale = factor(alpha), keep = factor(beta);
  long row = get_global_id(0);
  if (row < m) {
    ACC sum = 0;
    for (long k = 0; scale != 0 && k < n; k++) {
      sum += OF_IN(AT(IN, a)[row + k * lda]) * OF_IN(AT(IN, x)[k * xs]);
    }
    ACC old = keep == 0 ? (ACC)0 : keep * OF_OUT(AT(OUT, y)[row * ys]);
    AT(OUT, y)[row * ys] = TO_OUT(scale * sum + old);
  }
}

/* y = alpha A' x + beta y: a group for each column. */
KERNEL((128, 1, 1), gemv_t)(long m, long n, Factor alpha, ulong a, long lda, ulong x, long xs,
                            Factor beta, ulong y, long ys) {
  __local ACC all[128];
  ACC scale = factor(alpha), keep = factor(beta);
  uint item = get_local_id(0);
  for (long column = get_group_id(0); column < n; column += get_num_groups(0)) {
    ACC sum = 0;
    for (long k = item; scale != 0 && k < m; k += 128) {
      sum += OF_IN(AT(IN, a)[k + column * lda]) * OF_IN(AT(IN, x)[k * xs]);
    }
    all[item] = sum;
    for (uint half_size = 64; half_size > 0; half_size /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (item < half_size) {
        all[item] += all[item + half_size];
      }
    }
    if (item == 0) {
      ACC old = keep == 0 ? (ACC)0 : keep * OF_OUT(AT(OUT, y)[column * ys]);
      AT(OUT, y)[column * ys] = TO_OUT(scale * all[0] + old);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

/* C = alpha op(A) + beta op(B) */
KERNEL((64, 4, 1), geam)(long m, long n, int transpose_a, int transpose_b, Factor alpha, ulong a,
                         long lda, Factor beta, ulong b, long ldb, ulong c, long ldc) {
  ACC left = factor(alpha), right = factor(beta);
  long row = get_global_id(0);
  for (long column = get_global_id(1); row < m && column < n; column += get_global_size(1)) {
    long at_a = transpose_a ? column + row * lda : row + column * lda;
    long at_b = transpose_b ? column + row * ldb : row + column * ldb;
    ACC sum = left == 0 ? (ACC)0 : left * AT(IN, a)[at_a];
    AT(OUT, c)[row + column * ldc] = right == 0 ? sum : sum + right * AT(IN, b)[at_b];
  }
}

/* A = P L U of each matrix of a batch: a group for each. Without memory for pivots, P is 1. */
KERNEL((64, 1, 1), getrf)(long n, ulong matrices, long lda, ulong pivots, ulong infos, long batch) {
  __local ACC largest[64];
  __local long rows[64];
  uint item = get_local_id(0);
  for (long b = get_group_id(0); b < batch; b += get_num_groups(0)) {
    __global OUT *a = AT(OUT, AT(ulong, matrices)[b]);
    int info = 0;
    for (long k = 0; k < n; k++) {
      __global OUT *column = a + k * lda;
      if (pivots != 0) { /* the first of the largest */
        largest[item] = -1;
        rows[item] = k;
        for (long i = k + item; i < n; i += 64) {
          if (fabs(column[i]) > largest[item]) {
            largest[item] = fabs(column[i]);
            rows[item] = i;
          }
        }
        for (uint half_size = 32; half_size > 0; half_size /= 2) {
          barrier(CLK_LOCAL_MEM_FENCE);
          uint other = item + half_size;
          if (item < half_size && (largest[other] > largest[item]
                                   || (largest[other] == largest[item] && rows[other] < rows[item]))) {
            largest[item] = largest[other];
            rows[item] = rows[other];
          }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        long row = rows[0];
        for (long j = item; row != k && j < n; j += 64) {
          OUT kept = a[k + j * lda];
          a[k + j * lda] = a[row + j * lda];
          a[row + j * lda] = kept;
        }
        if (item == 0) {
          AT(int, pivots)[b * n + k] = (int)row + 1;
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      }
      ACC diagonal = column[k];
      info = diagonal == 0 && info == 0 ? (int)k + 1 : info;
      for (long i = k + 1 + item; diagonal != 0 && i < n; i += 64) {
        column[i] /= diagonal;
      }
      barrier(CLK_GLOBAL_MEM_FENCE);
      long left = n - k - 1;
      for (long e = item; e < left * left; e += 64) {
        long i = k + 1 + e % left, j = k + 1 + e / left;
        a[i + j * lda] -= column[i] * a[k + j * lda];
      }
      barrier(CLK_GLOBAL_MEM_FENCE);
    }
    if (item == 0) {
      AT(int, infos)[b] = info;
    }
  }
}

/* A = alpha x y' + A */
KERNEL((64, 4, 1), ger)(long m, long n, Factor alpha, ulong x, long xs, ulong y, long ys, ulong a,
                        long lda) {
  ACC scale = factor(alpha);
  long row = get_global_id(0);
  for (long column = get_global_id(1); row < m && column < n; column += get_global_size(1)) {
    AT(OUT, a)[row + column * lda] +=
        scale * OF_IN(AT(IN, x)[row * xs]) * OF_IN(AT(IN, y)[column * ys]);
  }
}
#endif

/*
 * C = alpha op(A) op(B) + beta C by tiles of 64 x 64, through local memory in steps of 16; a
 * work-item has 4 x 4 elements of C, 16 apart. The third dimension is the batch: matrices one stride
 * apart, or (by_array) at the addresses in an array.
 */
typedef struct {
  ulong address;
  long ld, stride;
} Matrix;

#define TILE 64
#define STEP 16
#if TYPE == 6
#define MULTIPLY_ADD(a, b, c) ((a) * (b) + (c))
#else
#define MULTIPLY_ADD(a, b, c) fma(a, b, c)
#endif

ulong in_batch(Matrix matrix, long number, int by_array, ulong element) {
  return by_array ? AT(ulong, matrix.address)[number]
                  : matrix.address + (ulong)(number * matrix.stride) * element;
}

/* Loads 64 rows (columns) by 16 steps of a factor; fast says along which consecutive elements lie. */
void load_tile(__local ACC (*tile)[TILE + 1], ulong from, long ld, int steps_first, long first,
               long count, long step, long steps) {
  uint item = get_local_id(0) + 16 * get_local_id(1);
  for (uint i = item; i < TILE * STEP; i += 256) {
    uint along = steps_first ? i / STEP : i % TILE;
    uint k = steps_first ? i % STEP : i / TILE;
    long row = first + along, depth = step + k;
    ACC value = 0;
    if (row < count && depth < steps) {
      value = OF_IN(AT(IN, from)[steps_first ? depth + row * ld : row + depth * ld]);
    }
    tile[k][along] = value;
  }
}

KERNEL((16, 16, 1), gemm_64x64)(int transpose_a, int transpose_b, long m, long n, long depth,
                                Factor alpha, Matrix a, Matrix b, Factor beta, Matrix c, long batch,
                                int by_array) {
  __local ACC tile_a[STEP][TILE + 1];
  __local ACC tile_b[STEP][TILE + 1];
  ACC scale = factor(alpha), keep = factor(beta);
  long first_row = (long)get_group_id(0) * TILE, first_column = (long)get_group_id(1) * TILE;
  uint x = get_local_id(0), y = get_local_id(1);
  long steps = scale == 0 ? 0 : depth;
  for (long number = get_group_id(2); number < batch; number += get_num_groups(2)) {
    ulong at_a = steps ? in_batch(a, number, by_array, sizeof(IN)) : 0;
    ulong at_b = steps ? in_batch(b, number, by_array, sizeof(IN)) : 0;
    ulong at_c = in_batch(c, number, by_array, sizeof(OUT));
    ACC sums[4][4] = {{0}};
    for (long step = 0; step < steps; step += STEP) {
      load_tile(tile_a, at_a, a.ld, transpose_a, first_row, m, step, steps);
      load_tile(tile_b, at_b, b.ld, !transpose_b, first_column, n, step, steps);
      barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 4
      for (int k = 0; k < STEP; k++) {
        ACC left[4], right[4];
#pragma unroll
        for (int i = 0; i < 4; i++) {
          left[i] = tile_a[k][x + 16 * i];
          right[i] = tile_b[k][y + 16 * i];
        }
#pragma unroll
        for (int i = 0; i < 4; i++) {
#pragma unroll
          for (int j = 0; j < 4; j++) {
            sums[i][j] = MULTIPLY_ADD(left[i], right[j], sums[i][j]);
          }
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
#pragma unroll
    for (int j = 0; j < 4; j++) {
#pragma unroll
      for (int i = 0; i < 4; i++) {
        long row = first_row + x + 16 * i, column = first_column + y + 16 * j;
        if (row < m && column < n) {
          __global OUT *to = AT(OUT, at_c) + row + column * c.ld;
          ACC old = keep == 0 ? (ACC)0 : keep * OF_OUT(*to);
          *to = TO_OUT(scale * sums[i][j] + old);
        }
      }
    }
  }
}

#if TYPE != 6
/*
 * C = activation(C + bias): 1 is max(x, 0), 2 GELU by its approximation with tanh. The bias has an
 * element for each row, or, of a result by rows, for each column.
 */
KERNEL((64, 1, 1), epilogue)(long m, long n, Matrix c, long batch, ulong bias, long bias_stride,
                             int by_column, int activation) {
  long row = get_global_id(0);
  for (long number = get_group_id(2); number < batch; number += get_num_groups(2)) {
    ulong at_c = in_batch(c, number, 0, sizeof(OUT));
    for (long column = get_group_id(1); row < m && column < n; column += get_num_groups(1)) {
      __global OUT *to = AT(OUT, at_c) + row + column * c.ld;
      ACC x = OF_OUT(*to);
      if (bias != 0) {
        x += OF_OUT(AT(OUT, bias)[number * bias_stride + (by_column ? column : row)]);
      }
      if (activation == 1) {
        x = x > 0 ? x : (ACC)0;
      } else if (activation == 2) {
        ACC inner = (ACC)0.7978845608028654 * (x + (ACC)0.044715 * x * x * x);
        x = (ACC)0.5 * x * (1 + tanh(inner));
      }
      *to = TO_OUT(x);
    }
  }
}
#endif
