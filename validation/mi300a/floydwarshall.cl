__kernel void floydwarshall(__global uint *distance, __global uint *path, uint n, uint k) {
  uint x = get_global_id(0), y = get_global_id(1);
  int known = distance[y * n + x];
  int through = distance[y * n + k] + distance[k * n + x];
  if (through < known) {
    distance[y * n + x] = through;
    path[y * n + x] = k;
  }
}
