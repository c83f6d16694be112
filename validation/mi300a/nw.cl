// Loops are unrolled as LLVM unrolls them for gfx942.
#define TILE 64
#define PENALTY 10
typedef struct {
  int s[TILE + 1][TILE + 1];
  int r[TILE][TILE];
} Tile;

int best(int a, int b, int c) {
  int ab = a > b ? a : b;
  return ab > c ? ab : c;
}
void cell(__local Tile *tile, int row, int column) {
  tile->s[row][column] =
      best(tile->s[row - 1][column - 1] + tile->r[row - 1][column - 1],
           tile->s[row][column - 1] - PENALTY, tile->s[row - 1][column] - PENALTY);
}
void align(__local Tile *tile, __global const int *ref, __global int *score, int columns, int r0, int c0,
           bool fence) {
  int t = get_local_id(0);
  if (t == 0) tile->s[0][0] = score[r0 * columns + c0];
  if (fence) barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 8
  for (int i = 0; i < TILE; i++) tile->r[i][t] = ref[(r0 + 1 + i) * columns + c0 + 1 + t];
  barrier(CLK_LOCAL_MEM_FENCE);
  tile->s[t + 1][0] = score[(r0 + 1 + t) * columns + c0];
  barrier(CLK_LOCAL_MEM_FENCE);
  tile->s[0][t + 1] = score[r0 * columns + c0 + 1 + t];
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 4
  for (int m = 0; m < TILE; m++) {
    if (t <= m) cell(tile, m - t + 1, t + 1);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
#pragma unroll 3
  for (int m = TILE - 2; m >= 0; m--) {
    if (t <= m) cell(tile, TILE - t, t + TILE - m);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
#pragma unroll
  for (int i = 0; i < TILE; i++) score[(r0 + 1 + i) * columns + c0 + 1 + t] = tile->s[i + 1][t + 1];
}
// The anti-diagonals of tiles up to the longest: as many groups as tiles on it.
__kernel void nw_grow(__global const int *ref, __global int *score, int columns, int diagonal) {
  __local Tile tile;
  int b = get_group_id(0);
  align(&tile, ref, score, columns, TILE * (diagonal - 1 - b), TILE * b, true);
}
// Those after it.
__kernel void nw_shrink(__global const int *ref, __global int *score, int columns, int diagonal, int tiles) {
  __local Tile tile;
  int b = get_group_id(0);
  align(&tile, ref, score, columns, TILE * (tiles - 1 - b), TILE * (b + tiles - diagonal), false);
}
