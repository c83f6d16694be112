/* SPDX-License-Identifier: Apache-2.0 */
/* Texture and surface objects. A texel of one, two or four elements is what the type says. */
#ifndef LOCKSTEP_TEXTURES_H
#define LOCKSTEP_TEXTURES_H

enum cudaSurfaceBoundaryMode {
  cudaBoundaryModeZero = 0,
  cudaBoundaryModeClamp = 1,
  cudaBoundaryModeTrap = 2
};

/* The element's type, and a texel made of four elements. */
template <class T> struct lockstep_texel;
#define LOCKSTEP_TEXEL(T, E, K, ...) \
  template <> struct lockstep_texel<T> { \
    typedef E element; \
    typedef K kind; \
    static LOCKSTEP_MEMBER T of(K x, K y, K z, K w) { \
      (void)x, (void)y, (void)z, (void)w; \
      T texel = {__VA_ARGS__}; \
      return texel; \
    } \
  };
#define LOCKSTEP_TEXELS(E, V, K) \
  LOCKSTEP_TEXEL(E, E, K, (E)x) LOCKSTEP_TEXEL(V##1, E, K, (E)x) \
  LOCKSTEP_TEXEL(V##2, E, K, (E)x, (E)y) LOCKSTEP_TEXEL(V##4, E, K, (E)x, (E)y, (E)z, (E)w)
LOCKSTEP_TEXELS(float, float, float) LOCKSTEP_TEXELS(int, int, int)
LOCKSTEP_TEXELS(unsigned, uint, unsigned) LOCKSTEP_TEXELS(short, short, int)
LOCKSTEP_TEXELS(unsigned short, ushort, unsigned) LOCKSTEP_TEXELS(signed char, char, int)
LOCKSTEP_TEXELS(unsigned char, uchar, unsigned)
LOCKSTEP_TEXEL(char, char, int, (char)x)
#undef LOCKSTEP_TEXELS
#undef LOCKSTEP_TEXEL

/* A fetch by coordinates: `in` is the operands' text from %5 on. */
#define LOCKSTEP_FETCH_OF(name, K, k, shape, in, parameters, ...) \
  LOCKSTEP_DEVICE void lockstep_##name(K* r, cudaTextureObject_t t, parameters) { \
    __asm__ volatile("tex." shape ".v4." k " {%0, %1, %2, %3}, [%4, " in ";" \
                     : LOCKSTEP_RESULT_##K(0), LOCKSTEP_RESULT_##K(1), LOCKSTEP_RESULT_##K(2), \
                       LOCKSTEP_RESULT_##K(3) \
                     : "l"(t), __VA_ARGS__); \
  }
#define LOCKSTEP_RESULT_float(i) "=f"(r[i])
#define LOCKSTEP_RESULT_int(i) "=r"(r[i])
#define LOCKSTEP_RESULT_unsigned(i) "=r"(r[i])
#define LOCKSTEP_LIST(...) __VA_ARGS__
#define LOCKSTEP_FETCH(name, shape, from, in, parameters, arguments, ...) \
  LOCKSTEP_FETCH_OF(name, float, "f32." from, shape, in, LOCKSTEP_LIST parameters, __VA_ARGS__) \
  LOCKSTEP_FETCH_OF(name, int, "s32." from, shape, in, LOCKSTEP_LIST parameters, __VA_ARGS__) \
  LOCKSTEP_FETCH_OF(name, unsigned, "u32." from, shape, in, LOCKSTEP_LIST parameters, __VA_ARGS__) \
  template <class T> LOCKSTEP_DEVICE T name(cudaTextureObject_t t, LOCKSTEP_LIST parameters) { \
    typename lockstep_texel<T>::kind r[4]; \
    lockstep_##name(r, t, LOCKSTEP_LIST arguments); \
    return lockstep_texel<T>::of(r[0], r[1], r[2], r[3]); \
  } \
  template <class T> LOCKSTEP_DEVICE void name(T* p, cudaTextureObject_t t, LOCKSTEP_LIST parameters) { \
    *p = name<T>(t, LOCKSTEP_LIST arguments); \
  }
LOCKSTEP_FETCH(tex1Dfetch, "1d", "s32", "{%5}]", (int x), (x), "r"(x))
LOCKSTEP_FETCH(tex1D, "1d", "f32", "{%5}]", (float x), (x), "f"(x))
LOCKSTEP_FETCH(tex2D, "2d", "f32", "{%5, %6}]", (float x, float y), (x, y), "f"(x), "f"(y))
LOCKSTEP_FETCH(tex3D, "3d", "f32", "{%5, %6, %7, %7}]", (float x, float y, float z), (x, y, z), "f"(x),
               "f"(y), "f"(z))
LOCKSTEP_FETCH(tex1DLayered, "a1d", "f32", "{%5, %6}]", (float x, int layer), (x, layer), "r"(layer), "f"(x))
LOCKSTEP_FETCH(tex2DLayered, "a2d", "f32", "{%5, %6, %7, %7}]", (float x, float y, int layer),
               (x, y, layer), "r"(layer), "f"(x), "f"(y))
LOCKSTEP_FETCH(tex2DLod, "level.2d", "f32", "{%5, %6}], %7", (float x, float y, float level), (x, y, level),
               "f"(x), "f"(y), "f"(level))
#undef LOCKSTEP_FETCH

/* Words of a surface: x in bytes. */
#define LOCKSTEP_SURFACE(name, shape, mode, what, number) \
  LOCKSTEP_WORDS(name, shape, mode, what, number, 8, unsigned char, "b8", "h", short) \
  LOCKSTEP_WORDS(name, shape, mode, what, number, 16, unsigned short, "b16", "h", unsigned short) \
  LOCKSTEP_WORDS(name, shape, mode, what, number, 32, unsigned, "b32", "r", unsigned) \
  LOCKSTEP_WORDS(name, shape, mode, what, number, 64, unsigned long long, "b64", "l", unsigned long long)
#define LOCKSTEP_WORDS(name, shape, mode, what, number, bits, T, type, c, R) \
  LOCKSTEP_DEVICE T lockstep_##name##read_##mode(T, cudaSurfaceObject_t s, int x, int y, int z) { \
    R r; \
    (void)y, (void)z; \
    __asm__ volatile("suld.b." shape "." type "." #mode " %0, [%1, " number(2, 3, 4) "];" \
                     : "=" c(r) : "l"(s), LOCKSTEP_LIST what : "memory"); \
    return (T)r; \
  } \
  LOCKSTEP_DEVICE void lockstep_##name##write_##mode(T v, cudaSurfaceObject_t s, int x, int y, int z) { \
    (void)y, (void)z; \
    __asm__ volatile("sust.b." shape "." type "." #mode " [%0, " number(2, 3, 4) "], %1;" \
                     : : "l"(s), c((R)v), LOCKSTEP_LIST what : "memory"); \
  } 
#define LOCKSTEP_AT1(a, b, c) "{%" #a "}"
#define LOCKSTEP_AT2(a, b, c) "{%" #a ", %" #b "}"
#define LOCKSTEP_AT4(a, b, c) "{%" #a ", %" #b ", %" #c ", %" #c "}"
#define LOCKSTEP_MODES(name, shape, what, number) \
  LOCKSTEP_SURFACE(name, shape, trap, what, number) \
  LOCKSTEP_SURFACE(name, shape, clamp, what, number) \
  LOCKSTEP_SURFACE(name, shape, zero, what, number)
LOCKSTEP_MODES(surf1D, "1d", ("r"(x)), LOCKSTEP_AT1)
LOCKSTEP_MODES(surf2D, "2d", ("r"(x), "r"(y)), LOCKSTEP_AT2)
LOCKSTEP_MODES(surf3D, "3d", ("r"(x), "r"(y), "r"(z)), LOCKSTEP_AT4)
LOCKSTEP_MODES(surf1DLayered, "a1d", ("r"(y), "r"(x)), LOCKSTEP_AT2)
LOCKSTEP_MODES(surf2DLayered, "a2d", ("r"(z), "r"(x), "r"(y)), LOCKSTEP_AT4)
#undef LOCKSTEP_SURFACE
#undef LOCKSTEP_WORDS
#undef LOCKSTEP_MODES

/* The word of an element's size. Texels of 16 bytes are refused, as two words are. */
template <int Bytes> struct lockstep_word_of {
  static_assert(Bytes <= 8, "surfaces have texels of at most 8 bytes in Lockstep's headers; install nvcc");
};
template <> struct lockstep_word_of<1> { typedef unsigned char type; };
template <> struct lockstep_word_of<2> { typedef unsigned short type; };
template <> struct lockstep_word_of<4> { typedef unsigned type; };
template <> struct lockstep_word_of<8> { typedef unsigned long long type; };
#define LOCKSTEP_ACCESS(name, coordinates, x, y, z) \
  template <class T> \
  LOCKSTEP_DEVICE T name##read(cudaSurfaceObject_t s, LOCKSTEP_LIST coordinates, \
                               cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    typedef typename lockstep_word_of<sizeof(T)>::type W; \
    W w = mode == cudaBoundaryModeTrap    ? lockstep_##name##read_trap(W(), s, x, y, z) \
          : mode == cudaBoundaryModeClamp ? lockstep_##name##read_clamp(W(), s, x, y, z) \
                                          : lockstep_##name##read_zero(W(), s, x, y, z); \
    return __builtin_bit_cast(T, w); \
  } \
  template <class T> \
  LOCKSTEP_DEVICE void name##read(T* p, cudaSurfaceObject_t s, LOCKSTEP_LIST coordinates, \
                                  cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    *p = name##read<T>(s, LOCKSTEP_ARGUMENTS_##name, mode); \
  } \
  template <class T> \
  LOCKSTEP_DEVICE void name##write(T v, cudaSurfaceObject_t s, LOCKSTEP_LIST coordinates, \
                                   cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    auto w = __builtin_bit_cast(typename lockstep_word_of<sizeof(T)>::type, v); \
    if (mode == cudaBoundaryModeTrap) { \
      lockstep_##name##write_trap(w, s, x, y, z); \
    } else if (mode == cudaBoundaryModeClamp) { \
      lockstep_##name##write_clamp(w, s, x, y, z); \
    } else { \
      lockstep_##name##write_zero(w, s, x, y, z); \
    } \
  }
#define LOCKSTEP_ARGUMENTS_surf1D x
#define LOCKSTEP_ARGUMENTS_surf2D x, y
#define LOCKSTEP_ARGUMENTS_surf3D x, y, z
#define LOCKSTEP_ARGUMENTS_surf1DLayered x, layer
#define LOCKSTEP_ARGUMENTS_surf2DLayered x, y, layer
LOCKSTEP_ACCESS(surf1D, (int x), x, 0, 0)
LOCKSTEP_ACCESS(surf2D, (int x, int y), x, y, 0)
LOCKSTEP_ACCESS(surf3D, (int x, int y, int z), x, y, z)
LOCKSTEP_ACCESS(surf1DLayered, (int x, int layer), x, layer, 0)
LOCKSTEP_ACCESS(surf2DLayered, (int x, int y, int layer), x, y, layer)
#undef LOCKSTEP_ACCESS
#endif
