// Streams of doubles, one a work-item, no loop; local memory that is never written limits how many
// groups a compute unit holds.
#ifndef KIND
#define KIND 0
#endif
__kernel void stream(__global double *a, __global const double *b, __global const double *c,
                     __global const double *d, double s, int n, __local double *room) {
  int i = get_global_id(0);
#if KIND == 0 /* init */
  a[i] = s;
#elif KIND == 1 /* read */
  if (b[i] == 1.25) a[i] = s;
#elif KIND == 2 /* scale */
  a[i] = s * b[i];
#elif KIND == 3 /* triad */
  a[i] = b[i] * d[i] + c[i];
#elif KIND == 6 /* triad of BabelStream */
  a[i] = b[i] + s * c[i];
#elif KIND == 4 /* 3 points */
  if (i > 0 && i < n - 1) a[i] = s * (b[i - 1] + b[i] + b[i + 1]);
#else /* 5 points */
  if (i > 1 && i < n - 2) a[i] = s * (b[i - 2] + b[i - 1] + b[i] + b[i + 1] + b[i + 2]);
#endif
}
