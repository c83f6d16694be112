/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hipBLAS's functions for matrices of all forms and for complex numbers (ROCm 6). Enumerations are
 * numbers and elements are not typed here: C++ converts what programs pass.
 */
#define LOCKSTEP_EXPAND(...) __VA_ARGS__
#define LOCKSTEP_BLAS(name, parameters) \
  hipblasStatus_t hipblas##name(hipblasHandle_t handle, LOCKSTEP_EXPAND parameters);
#define In const void*
#define Out void*
#define LOCKSTEP_ALL(L, I, end) \
  LOCKSTEP_BLAS(L##gbmv##end, (int op, I m, I n, I kl, I ku, In alpha, In a, I lda, In x, I xs, In beta, Out y, I ys)) \
  LOCKSTEP_BLAS(L##symv##end, (int fill, I n, In alpha, In a, I lda, In x, I xs, In beta, Out y, I ys)) \
  LOCKSTEP_BLAS(L##trmv##end, (int fill, int op, int diag, I n, In a, I lda, Out x, I xs)) \
  LOCKSTEP_BLAS(L##tbmv##end, (int fill, int op, int diag, I n, I k, In a, I lda, Out x, I xs)) \
  LOCKSTEP_BLAS(L##tpmv##end, (int fill, int op, int diag, I n, In a, Out x, I xs)) \
  LOCKSTEP_BLAS(L##trsv##end, (int fill, int op, int diag, I n, In a, I lda, Out x, I xs)) \
  LOCKSTEP_BLAS(L##tbsv##end, (int fill, int op, int diag, I n, I k, In a, I lda, Out x, I xs)) \
  LOCKSTEP_BLAS(L##tpsv##end, (int fill, int op, int diag, I n, In a, Out x, I xs)) \
  LOCKSTEP_BLAS(L##syr##end, (int fill, I n, In alpha, In x, I xs, Out a, I lda)) \
  LOCKSTEP_BLAS(L##syr2##end, (int fill, I n, In alpha, In x, I xs, In y, I ys, Out a, I lda)) \
  LOCKSTEP_BLAS(L##symm##end, (int side, int fill, I m, I n, In alpha, In a, I lda, In b, I ldb, In beta, Out c, I ldc)) \
  LOCKSTEP_BLAS(L##syrk##end, (int fill, int op, I n, I k, In alpha, In a, I lda, In beta, Out c, I ldc)) \
  LOCKSTEP_BLAS(L##syr2k##end, (int fill, int op, I n, I k, In alpha, In a, I lda, In b, I ldb, In beta, Out c, I ldc)) \
  LOCKSTEP_BLAS(L##syrkx##end, (int fill, int op, I n, I k, In alpha, In a, I lda, In b, I ldb, In beta, Out c, I ldc)) \
  LOCKSTEP_BLAS(L##trmm##end, (int side, int fill, int op, int diag, I m, I n, In alpha, In a, I lda, In b, I ldb, Out c, I ldc)) \
  LOCKSTEP_BLAS(L##trsm##end, (int side, int fill, int op, int diag, I m, I n, In alpha, In a, I lda, Out b, I ldb)) \
  LOCKSTEP_BLAS(L##trsmBatched##end, (int side, int fill, int op, int diag, I m, I n, In alpha, In a, I lda, Out b, I ldb, I batch)) \
  LOCKSTEP_BLAS(L##dgmm##end, (int side, I m, I n, In a, I lda, In x, I xs, Out c, I ldc)) \
  LOCKSTEP_BLAS(L##rot##end, (I n, Out x, I xs, Out y, I ys, In cosine, In sine))
#define LOCKSTEP_REAL(L, I, end) \
  LOCKSTEP_ALL(L, I, end) \
  LOCKSTEP_BLAS(L##sbmv##end, (int fill, I n, I k, In alpha, In a, I lda, In x, I xs, In beta, Out y, I ys)) \
  LOCKSTEP_BLAS(L##spmv##end, (int fill, I n, In alpha, In a, In x, I xs, In beta, Out y, I ys)) \
  LOCKSTEP_BLAS(L##spr##end, (int fill, I n, In alpha, In x, I xs, Out a)) \
  LOCKSTEP_BLAS(L##spr2##end, (int fill, I n, In alpha, In x, I xs, In y, I ys, Out a))
#define LOCKSTEP_COMPLEX(L, M, I, end) \
  LOCKSTEP_ALL(L, I, end) \
  LOCKSTEP_BLAS(L##hemv##end, (int fill, I n, In alpha, In a, I lda, In x, I xs, In beta, Out y, I ys)) \
  LOCKSTEP_BLAS(L##hbmv##end, (int fill, I n, I k, In alpha, In a, I lda, In x, I xs, In beta, Out y, I ys)) \
  LOCKSTEP_BLAS(L##hpmv##end, (int fill, I n, In alpha, In a, In x, I xs, In beta, Out y, I ys)) \
  LOCKSTEP_BLAS(L##her##end, (int fill, I n, In alpha, In x, I xs, Out a, I lda)) \
  LOCKSTEP_BLAS(L##hpr##end, (int fill, I n, In alpha, In x, I xs, Out a)) \
  LOCKSTEP_BLAS(L##her2##end, (int fill, I n, In alpha, In x, I xs, In y, I ys, Out a, I lda)) \
  LOCKSTEP_BLAS(L##hpr2##end, (int fill, I n, In alpha, In x, I xs, In y, I ys, Out a)) \
  LOCKSTEP_BLAS(L##geru##end, (I m, I n, In alpha, In x, I xs, In y, I ys, Out a, I lda)) \
  LOCKSTEP_BLAS(L##gerc##end, (I m, I n, In alpha, In x, I xs, In y, I ys, Out a, I lda)) \
  LOCKSTEP_BLAS(L##gemv##end, (int op, I m, I n, In alpha, In a, I lda, In x, I xs, In beta, Out y, I ys)) \
  LOCKSTEP_BLAS(L##hemm##end, (int side, int fill, I m, I n, In alpha, In a, I lda, In b, I ldb, In beta, Out c, I ldc)) \
  LOCKSTEP_BLAS(L##herk##end, (int fill, int op, I n, I k, In alpha, In a, I lda, In beta, Out c, I ldc)) \
  LOCKSTEP_BLAS(L##her2k##end, (int fill, int op, I n, I k, In alpha, In a, I lda, In b, I ldb, In beta, Out c, I ldc)) \
  LOCKSTEP_BLAS(L##herkx##end, (int fill, int op, I n, I k, In alpha, In a, I lda, In b, I ldb, In beta, Out c, I ldc)) \
  LOCKSTEP_BLAS(L##geam##end, (int ta, int tb, I m, I n, In alpha, In a, I lda, In beta, In b, I ldb, Out c, I ldc)) \
  LOCKSTEP_BLAS(L##axpy##end, (I n, In alpha, In x, I xs, Out y, I ys)) \
  LOCKSTEP_BLAS(L##scal##end, (I n, In alpha, Out x, I xs)) \
  LOCKSTEP_BLAS(M##scal##end, (I n, In alpha, Out x, I xs)) \
  LOCKSTEP_BLAS(M##rot##end, (I n, Out x, I xs, Out y, I ys, In cosine, In sine)) \
  LOCKSTEP_BLAS(L##copy##end, (I n, In x, I xs, Out y, I ys)) \
  LOCKSTEP_BLAS(L##swap##end, (I n, Out x, I xs, Out y, I ys)) \
  LOCKSTEP_BLAS(L##dotu##end, (I n, In x, I xs, In y, I ys, Out result)) \
  LOCKSTEP_BLAS(L##dotc##end, (I n, In x, I xs, In y, I ys, Out result)) \
  LOCKSTEP_BLAS(L##gemm##end, (int ta, int tb, I m, I n, I k, In alpha, In a, I lda, In b, I ldb, In beta, Out c, I ldc))
#define LOCKSTEP_WIDTHS(I, end) \
  LOCKSTEP_REAL(S, I, end) \
  LOCKSTEP_REAL(D, I, end) \
  LOCKSTEP_COMPLEX(C, Cs, I, end) \
  LOCKSTEP_COMPLEX(Z, Zd, I, end) \
  LOCKSTEP_BLAS(Scasum##end, (I n, In x, I xs, Out result)) \
  LOCKSTEP_BLAS(Dzasum##end, (I n, In x, I xs, Out result)) \
  LOCKSTEP_BLAS(Scnrm2##end, (I n, In x, I xs, Out result)) \
  LOCKSTEP_BLAS(Dznrm2##end, (I n, In x, I xs, Out result))
LOCKSTEP_WIDTHS(int, )
LOCKSTEP_WIDTHS(int64_t, _64)
LOCKSTEP_BLAS(Icamax, (int n, In x, int xs, Out result))
LOCKSTEP_BLAS(Icamin, (int n, In x, int xs, Out result))
LOCKSTEP_BLAS(Izamax, (int n, In x, int xs, Out result))
LOCKSTEP_BLAS(Izamin, (int n, In x, int xs, Out result))
#undef LOCKSTEP_WIDTHS
#undef LOCKSTEP_COMPLEX
#undef LOCKSTEP_REAL
#undef LOCKSTEP_ALL
#undef LOCKSTEP_BLAS
#undef LOCKSTEP_EXPAND
#undef In
#undef Out
