#pragma once
#ifdef HOST
#include "floats16.h"
#endif
// Forms of instructions on 16-bit floats; A1 to A3 are instructions of one to three operands of 16 bits, B of 32.
#define A1(text, host) { u16 r; ASM(asm(text " %0, %1;" : "=h"(r) : "h"(a)), r = host); P((u32)r); }
#define A2(text, host) { u16 r; ASM(asm(text " %0, %1, %2;" : "=h"(r) : "h"(a), "h"(b)), r = host); P((u32)r); }
#define A3(text, host) { u16 r; ASM(asm(text " %0, %1, %2, %3;" : "=h"(r) : "h"(a), "h"(b), "h"(c)), r = host); P((u32)r); }
#define B1(text, host) { u32 r; ASM(asm(text " %0, %1;" : "=r"(r) : "r"(x)), r = each1(x, [](u16 a) { return host; })); P(r); }
#define B2(text, host) { u32 r; ASM(asm(text " %0, %1, %2;" : "=r"(r) : "r"(x), "r"(y)), r = each2(x, y, [](u16 a, u16 b) { return host; })); P(r); }
#define B3(text, host) { u32 r; ASM(asm(text " %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(z)), r = each3(x, y, z, [](u16 a, u16 b, u16 c) { return host; })); P(r); }
#define TO(text, constraint, type, value, host) { u16 r; ASM(asm(text " %0, %1;" : "=h"(r) : constraint((type)(value))), r = host); P((u32)r); }
#define FROM(text, constraint, type, host) { type r; ASM(asm(text " %0, %1;" : constraint(r) : "h"(a)), r = host); P(r); }
#define PACKED(text, host) { u32 r; ASM(asm(text " %0, %1, %2;" : "=r"(r) : "f"(f), "f"(g)), r = (u32)([&](float f) { return host; })(f) << 16 | ([&](float f) { return host; })(g)); P(r); }
INLINE bool nan_(u16 a) { return (a & 0x7fff) > 0x7c00; }
