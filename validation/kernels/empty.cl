// Does nothing that could be left out.
__kernel void empty(__global int *out, int never) {
  if (never) out[0] = 1;
}
