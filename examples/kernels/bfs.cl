/* One level of a breadth-first search: the vertices of the current level give their neighbours the next one. */
__kernel void bfs(__global const int *row, __global const int *col, __global int *level, __global int *changed,
                  int current, int n) {
  int v = get_global_id(0);
  if (v >= n || level[v] != current)
    return;
  int end = row[v + 1];
  for (int e = row[v]; e < end; ++e) {
    int u = col[e];
    if (level[u] < 0) {
      level[u] = current + 1;
      *changed = 1;
    }
  }
}
