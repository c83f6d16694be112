// One step of Batcher's bitonic sort.
__kernel void exchange(__global int *keys, int size, int stride) {
  int t = get_global_id(0);
  int i = 2 * t - (t & (stride - 1)), j = i + stride;
  int a = keys[i], b = keys[j];
  if ((a > b) == ((i & size) == 0)) { keys[i] = b; keys[j] = a; }
}
