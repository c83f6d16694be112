/* Stands in for the file that autoconf makes: SHOC's host code includes it, its kernels need nothing of it. */
#define HAVE_GETTIMEOFDAY 1
#define restrict __restrict__
