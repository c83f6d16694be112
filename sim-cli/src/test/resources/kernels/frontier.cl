// One level of a breadth-first search: vertices of the frontier find those of the next.
__kernel void expand(__global const int *row, __global const int *col, __global int *level,
                     __global const int *frontier, __global int *next, __global int *count, int size,
                     int depth) {
  int t = get_global_id(0);
  if (t >= size) return;
  int v = frontier[t];
  for (int e = row[v]; e < row[v + 1]; ++e) {
    int u = col[e];
    if (atomic_cmpxchg(&level[u], -1, depth + 1) == -1) next[atomic_inc(count)] = u;
  }
}
