__kernel void bfs(__global const int *row, __global const int *col, __global int *level, __global int *changed, int cur, int n) {
  int v = get_global_id(0);
  if (v >= n) return;
  if (level[v] != cur) return;
  for (int e = row[v]; e < row[v + 1]; ++e) {
    int u = col[e];
    if (level[u] < 0) { level[u] = cur + 1; *changed = 1; }
  }
}
