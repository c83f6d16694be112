// Conway's Game of Life on a torus of n x n cells: a tile with its rim in local memory, TILE x TILE
// cells and work-items a work-group. Compiled when it is run: see life.yaml.
__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void life(__global const int *now, __global int *next, int n) {
  __local int tile[TILE + 2][TILE + 2];
  int x = get_global_id(0), y = get_global_id(1);
  int cell = get_local_id(1) * TILE + get_local_id(0);

  for (int i = cell; i < (TILE + 2) * (TILE + 2); i += TILE * TILE) {
    int tx = i % (TILE + 2), ty = i / (TILE + 2);
    int gx = (get_group_id(0) * TILE + tx + n - 1) % n;
    int gy = (get_group_id(1) * TILE + ty + n - 1) % n;
    tile[ty][tx] = now[gy * n + gx];
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  int around = 0;
  for (int dy = 0; dy < 3; dy++)
    for (int dx = 0; dx < 3; dx++)
      around += tile[get_local_id(1) + dy][get_local_id(0) + dx];
  int alive = tile[get_local_id(1) + 1][get_local_id(0) + 1];
  next[y * n + x] = around == 3 || (alive && around == 4);
}
