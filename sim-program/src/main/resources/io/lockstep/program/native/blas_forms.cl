/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lockstep's own kernels for matrices of all forms behind the interfaces of the BLAS, written from
 * its definitions. One text for each TYPE: 0 float, 1 double, 2 and 3 complex numbers of them.
 */
#if TYPE % 2 == 0
#define REAL float
#define PAIR float2
#else
#define REAL double
#define PAIR double2
#endif
#if TYPE < 2
typedef REAL T;
#define REAL_PART(a) (a)
T multiply_add(T a, T b, T c) { return fma(a, b, c); }
T conjugate(T a) { return a; }
T divide(T a, T b) { return a / b; }
T of_real(REAL a) { return a; }
REAL size_of(T a) { return fabs(a); }
int is_zero(T a) { return a == 0; }
#else
typedef PAIR T;
#define REAL_PART(a) ((a).x)
T multiply_add(T a, T b, T c) {
  return (T)(fma(a.x, b.x, fma(-a.y, b.y, c.x)), fma(a.x, b.y, fma(a.y, b.x, c.y)));
}
T conjugate(T a) { return (T)(a.x, -a.y); }
T divide(T a, T b) { /* by the larger part: Smith, CACM 5(8), 1962 */
  if (fabs(b.x) >= fabs(b.y)) {
    REAL r = b.y / b.x, d = b.x + b.y * r;
    return (T)((a.x + a.y * r) / d, (a.y - a.x * r) / d);
  }
  REAL r = b.x / b.y, d = b.y + b.x * r;
  return (T)((a.x * r + a.y) / d, (a.y * r - a.x) / d);
}
T of_real(REAL a) { return (T)(a, 0); }
REAL size_of(T a) { return fabs(a.x) + fabs(a.y); }
int is_zero(T a) { return a.x == 0 && a.y == 0; }
#endif
#define ZERO of_real(0)
T multiply(T a, T b) { return multiply_add(a, b, ZERO); }

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define KERNEL(name) __kernel void JOIN(lockstep_, JOIN(LETTER, name))
#define KERNEL_OF(items, name) \
  __kernel __attribute__((reqd_work_group_size(items, 1, 1))) void JOIN(lockstep_, JOIN(LETTER, name))

/* A factor: a value, or an address in the device's memory. */
enum { FACTOR_CONJUGATE = 1, FACTOR_REAL = 2 };
typedef struct {
  ulong address, flags;
  T value;
} Factor;
T factor(Factor f) {
  T value = f.value;
  if (f.address != 0) {
    value = f.flags & FACTOR_REAL ? of_real(((__global REAL *)f.address)[0]) : ((__global T *)f.address)[0];
  }
  return f.flags & FACTOR_CONJUGATE ? conjugate(value) : value;
}

/* A matrix or vector: where its elements are, and which of them are there. */
enum { FULL, BAND, PACKED };
enum { GENERAL, SYMMETRIC, HERMITIAN, TRIANGULAR };
typedef struct {
  ulong address;
  long step, ld, stride;   /* elements from row to row, column to column, matrix to matrix */
  long n, above, below;    /* the order of a packed one; diagonals of a band */
  int storage, shape;
  int lower, unit;         /* the half that is there; whether the diagonal is 1 and not read */
  int turned, conjugated;
  int by_array, pad;       /* address is that of an array of addresses */
} View;

View in_batch(View v, long number) {
  v.address = v.by_array ? ((__global ulong *)v.address)[number] : v.address + (ulong)(number * v.stride) * sizeof(T);
  return v;
}

/* Whether an element is in the half that is not there. */
int outside(View v, long i, long j) { return v.shape != GENERAL && (v.lower ? i < j : i > j); }

/* The place of an element that is there; 0 outside of a band. */
__global T *place(View v, long i, long j) {
  long at = i * v.step + j * v.ld;
  if (v.storage == BAND) {
    if (j - i > v.above || i - j > v.below) {
      return 0;
    }
    at = v.above + i - j + j * v.ld;
  } else if (v.storage == PACKED) {
    at = v.lower ? i + (2 * v.n - j - 1) * j / 2 : i + j * (j + 1) / 2;
  }
  return (__global T *)v.address + at;
}

T element(View v, long row, long column) {
  long i = v.turned ? column : row, j = v.turned ? row : column;
  int conjugated = v.conjugated;
  if (v.unit && i == j) {
    return of_real(1);
  }
  if (outside(v, i, j)) {
    if (v.shape == TRIANGULAR) {
      return ZERO;
    }
    long k = i;
    i = j;
    j = k;
    conjugated ^= v.shape == HERMITIAN;
  }
  __global T *at = place(v, i, j);
  if (at == 0) {
    return ZERO;
  }
  T value = at[0];
  if (v.shape == HERMITIAN && i == j) {
    return of_real(REAL_PART(value));
  }
  return conjugated ? conjugate(value) : value;
}

/* The diagonal of a Hermitian matrix is real. */
void store(View v, long i, long j, T value) {
  place(v, i, j)[0] = v.shape == HERMITIAN && i == j ? of_real(REAL_PART(value)) : value;
}

#define FOR_ALL(c) \
  for (long i = get_global_id(0); i < m; i += get_global_size(0)) \
    for (long j = get_global_id(1); j < n; j += get_global_size(1)) \
      if (!outside(c, i, j))

/* C = alpha A B + beta C, of C the half that is there: a work-item for each element. */
KERNEL(product)(long m, long n, long k, Factor alpha, View a_all, View b_all, Factor beta, View c_all, long batch) {
  T scale = factor(alpha), keep = factor(beta);
  for (long g = get_group_id(2); g < batch; g += get_num_groups(2)) {
    View a = in_batch(a_all, g), b = in_batch(b_all, g), c = in_batch(c_all, g);
    FOR_ALL(c) {
      T sum = ZERO;
      for (long l = 0; !is_zero(scale) && l < k; l++) {
        sum = multiply_add(element(a, i, l), element(b, l, j), sum);
      }
      T old = is_zero(keep) ? ZERO : multiply(keep, place(c, i, j)[0]);
      store(c, i, j, multiply_add(scale, sum, old));
    }
  }
}

/* C = alpha A + beta B */
KERNEL(sum)(long m, long n, Factor alpha, View a, Factor beta, View b, View c) {
  T left = factor(alpha), right = factor(beta);
  FOR_ALL(c) {
    T old = is_zero(right) ? ZERO : multiply(right, element(b, i, j));
    store(c, i, j, is_zero(left) ? old : multiply_add(left, element(a, i, j), old));
  }
}

/* C = A times B, element by element */
KERNEL(scale)(long m, long n, View a, View b, View c) {
  FOR_ALL(c) { store(c, i, j, multiply(element(a, i, j), element(b, i, j))); }
}

/* Solves A X = alpha B, whose place X takes: a group for each column. */
KERNEL_OF(64, solve)(long n, long columns, Factor alpha, View a_all,
                                                              View x_all, long batch) {
  T scale = factor(alpha);
  long item = get_local_id(0);
  for (long g = get_group_id(1); g < batch; g += get_num_groups(1)) {
    View a = in_batch(a_all, g), x = in_batch(x_all, g);
    int down = a.lower != a.turned;
    for (long column = get_group_id(0); column < columns; column += get_num_groups(0)) {
      for (long i = item; i < n; i += 64) {
        __global T *at = place(x, i, column);
        at[0] = is_zero(scale) ? ZERO : multiply(scale, at[0]);
      }
      for (long done = 0; done < n; done++) {
        long k = down ? done : n - 1 - done;
        barrier(CLK_GLOBAL_MEM_FENCE);
        T found = place(x, k, column)[0];
        if (!a.unit) {
          found = divide(found, element(a, k, k));
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (item == 0) {
          place(x, k, column)[0] = found;
        }
        T less = multiply(of_real(-1), found);
        for (long i = (down ? k + 1 : 0) + item; i < (down ? n : k); i += 64) {
          __global T *at = place(x, i, column);
          at[0] = multiply_add(element(a, i, k), less, at[0]);
        }
      }
      barrier(CLK_GLOBAL_MEM_FENCE);
    }
  }
}

/*
 * Reductions by one group: the sum of products, of absolute values; a norm, scaled by the largest
 * value so that nothing overflows; the first of the largest or smallest, from 1.
 */
enum { DOT, ASUM, NRM2, IAMAX, IAMIN };
typedef struct {
  T value;
  long index;
} Partial;

Partial joined(int kind, Partial a, Partial b) {
  if (kind < IAMAX) {
    a.value += b.value;
    return a;
  }
  REAL left = REAL_PART(a.value), right = REAL_PART(b.value);
  int beyond = kind == IAMAX ? right > left : right < left;
  return a.index == 0 || (b.index != 0 && (beyond || (right == left && b.index < a.index))) ? b : a;
}

Partial whole(int kind, Partial own, __local Partial *all) {
  uint item = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  all[item] = own;
  for (uint half_size = 128; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < half_size) {
      all[item] = joined(kind, all[item], all[item + half_size]);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  return all[0];
}

REAL largest_part(T a) {
#if TYPE < 2
  return fabs(a);
#else
  return fmax(fabs(a.x), fabs(a.y));
#endif
}

KERNEL_OF(256, reduce)(int kind, long n, View x, View y, ulong to) {
  __local Partial all[256];
  long item = get_local_id(0);
  REAL most = 1;
  Partial own = {ZERO, 0};
  if (kind == NRM2) {
    for (long i = item; i < n; i += 256) {
      Partial next = {of_real(largest_part(element(x, i, 0))), i + 1};
      own = joined(IAMAX, own, next);
    }
    most = REAL_PART(whole(IAMAX, own, all).value);
    own.value = ZERO;
  }
  for (long i = item; i < n; i += 256) {
    T value = element(x, i, 0), part;
    if (kind == DOT) {
      part = multiply(value, element(y, i, 0));
    } else if (kind != NRM2) {
      part = of_real(size_of(value));
    } else if (most > 0 && !isinf(most)) {
      T scaled = value / most;
      part = of_real(REAL_PART(multiply(scaled, conjugate(scaled))));
    } else {
      part = of_real(most);
    }
    Partial next = {part, i + 1};
    own = joined(kind, own, next);
  }
  Partial result = whole(kind, own, all);
  if (item == 0 && kind == DOT) {
    ((__global T *)to)[0] = result.value;
  } else if (item == 0 && kind >= IAMAX) {
    ((__global int *)to)[0] = (int)result.index;
  } else if (item == 0) {
    REAL value = REAL_PART(result.value);
    ((__global REAL *)to)[0] = kind == NRM2 ? most * sqrt(value) : value;
  }
}

/* Plane rotations of pairs of elements. */
KERNEL(rotate)(long n, View x, View y, Factor cosine, Factor sine) {
  T c = factor(cosine), s = factor(sine), back = multiply(of_real(-1), conjugate(s));
  for (long i = get_global_id(0); i < n; i += get_global_size(0)) {
    T a = element(x, i, 0), b = element(y, i, 0);
    store(x, i, 0, multiply_add(c, a, multiply(s, b)));
    store(y, i, 0, multiply_add(c, b, multiply(back, a)));
  }
}
