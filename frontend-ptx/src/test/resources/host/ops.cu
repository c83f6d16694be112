// Kernels for OpsOnHostTest: the same text compiled by nvcc 13 (compute_75, -fmad=false) into ops.ptx
// and by g++ (-DHOST -ffp-contract=off) into a program that writes the expected *.bin.
#include <stdint.h>
typedef unsigned u32; typedef unsigned long long u64;
#ifdef HOST
#define KERNEL static void
#define DEV static
struct V{unsigned x;}; static V threadIdx_;
#define TID threadIdx_.x
#else
#define KERNEL extern "C" __global__ void
#define DEV __device__ __noinline__
#define TID (blockIdx.x*blockDim.x+threadIdx.x)
#endif
#ifdef HOST
static u32 rev32(u32 v){u32 r=0;for(int i=0;i<32;i++)r|=(v>>i&1)<<(31-i);return r;}
#endif
struct S { int a; float b[3]; double c; };
DEV S mk(int i, S t) { S s; s.a=i; s.b[0]=i; s.b[1]=t.b[2]; s.b[2]=3; s.c=t.c*2; return s; }
KERNEL strct(u32* o, const u32* in) { unsigned i=TID; S s; s.a=in[i]&255; s.b[0]=1; s.b[1]=2; s.b[2]=(float)(in[i]>>8); s.c=in[i]; S r=mk(i,s); o[i]=(u32)(r.b[0]+r.b[1]+r.a)+(u32)(u64)r.c; }
KERNEL sw(u32* o, const u32* in) { unsigned i=TID; u32 v=in[i]; for(int k=0;k<5;k++) switch((v>>k)&7) {case 0: v+=5;break; case 1: v*=3;break; case 2: v^=in[k]; break; case 3: v=v/7; break; case 4: v=in[v&63]; break; case 5: v+=in[(v>>3)&63]; case 6: v+=100; break; case 7: v<<=3; } o[i]=v; }
KERNEL i128(u32* o, const u32* in) { unsigned i=TID; unsigned __int128 a=((unsigned __int128)in[i]<<77)|in[i^1], b=((unsigned __int128)in[i^2]<<40)|in[i^3]; a=a*b+b-(a>>3); a-=b<<9; o[i]=(u32)a^(u32)(a>>32)^(u32)(a>>64)^(u32)(a>>96); }
KERNEL i64(u32* o, const u32* in) { unsigned i=TID; long long a=((long long)in[i]<<32)|in[i^1], b=(int)in[i^2]; if(!b)b=1; u64 ua=a, ub=(u64)b|1; a=a/b+a%b+(long long)(ua/ub)+(long long)(ua%ub)+(a>>7)+(ua>>5)+(a<b?3:9)+(ua<ub?1:2); o[i]=(u32)a^(u32)(a>>32); }
KERNEL narrow(u32* o, const u32* in) { unsigned i=TID; u32 v=in[i]; signed char c=v; unsigned char uc=v>>3; short s=v>>5; unsigned short us=v>>7; int r=c*s+uc*us+(c<0)+(s>>2)+(us>>2)+(short)(c*uc)+(unsigned char)(us+uc); s*=c; us+=s; o[i]=r+s+us+(unsigned char)(c+1); }
KERNEL loc(u32* o, const u32* in) { unsigned i=TID; u32 t[32]; for(int k=0;k<32;k++) t[(k*7)&31]=in[(i+k)&63]; for(unsigned k=0;k<(in[i]&31);k++) t[k]+=t[(in[i]-k)&31]; o[i]=t[in[i^5]&31]; }
KERNEL fl(u32* o, const u32* in) { unsigned i=TID; float a=(float)(int)in[i]*1e-6f, b=(float)in[i^1]*3e-7f; float r=__builtin_fmaf(a,b,1.5f)/ (b+1.0f); r+=__builtin_sqrtf(b)+__builtin_floorf(a)+__builtin_truncf(b)+__builtin_rintf(a)+__builtin_fabsf(a)+__builtin_copysignf(b,a)+(a>b?1.f:2.f)+(float)(int)a+(float)(u32)b+(float)(u64)b+(float)(signed char)(int)a; double d=(double)r*a; d=d/(b+2.0)+(double)(long long)d; r+=(float)d; union{float f;u32 u;}x; x.f=r; o[i]=x.u; }
KERNEL dbl(u32* o, const u32* in) { unsigned i=TID; double a=(double)(int)in[i]*1e-3,b=in[i^1]+0.5; double r=__builtin_fma(a,b,3.0)/b+__builtin_sqrt(b)+__builtin_floor(a)+(a<b)+(double)(u64)b+(double)(int)a+__builtin_fabs(a); union{double f;u64 u;}x; x.f=r; o[i]=(u32)x.u^(u32)(x.u>>32);}
DEV u32 rotr(u32 x,int n){return x>>n|x<<(32-n);}
KERNEL sha(u32* o, const u32* in) { unsigned i=TID; u32 w[64]; for(int t=0;t<16;t++) w[t]=in[(i+t)&63]; for(int t=16;t<64;t++){u32 s0=(w[t-15]>>7|w[t-15]<<25)^(w[t-15]>>18|w[t-15]<<14)^(w[t-15]>>3); u32 s1=(w[t-2]>>17|w[t-2]<<15)^(w[t-2]>>19|w[t-2]<<13)^(w[t-2]>>10); w[t]=w[t-16]+s0+w[t-7]+s1;} u32 a=1,b=2,c=3,d=4,e=5,f=6,g=7,h=8; for(int t=0;t<64;t++){u32 S1=rotr(e,6)^rotr(e,11)^rotr(e,25); u32 ch=(e&f)^(~e&g); u32 t1=h+S1+ch+w[t]; u32 S0=rotr(a,2)^rotr(a,13)^rotr(a,22); u32 mj=(a&b)^(a&c)^(b&c); h=g;g=f;f=e;e=d+t1;d=c;c=b;b=a;a=t1+S0+mj;} o[i]=a+b+c+d+e+f+g+h; }
KERNEL bitk(u32* o, const u32* in) { unsigned i=TID; u32 v=in[i]; u64 l=((u64)v<<32)|in[i^7]; u32 r;
#ifdef HOST
 r=__builtin_popcount(v)+(v?__builtin_clz(v):32)+(v?__builtin_ctz(v)+1:0)+__builtin_popcountll(l)+__builtin_clzll(l)+(u32)(((u64)v*in[i^1])>>32)+(u32)((unsigned __int128)l*l>>64)+__builtin_bswap32(v)+rev32(v);
#else
 r=__popc(v)+__clz(v)+__ffs(v)+__popcll(l)+__clzll(l)+__umulhi(v,in[i^1])+(u32)__umul64hi(l,l)+__byte_perm(v,0,0x0123)+__brev(v);
#endif
 r+= (v>>5&0x3ff) + ((int)v<<3>>9); r+= __SIZEOF_INT__; int a=v,b=in[i^3]; r+= (a>b?a:b)-(a<b?a:b) + (a<0?-a:a); o[i]=r; }
#ifdef HOST
#include <stdio.h>
int main(){ u32 in[64],o[64]; for(int i=0;i<64;i++){u32 h=i+1*0x9E3779B9u; h^=h>>16;h*=0x7FEB352D;h^=h>>15;h*=0x846CA68B;h^=h>>16; in[i]=h;}
#define R(k) for(int i=0;i<64;i++){threadIdx_.x=i;k(o,in);} {FILE*f=fopen(#k ".bin","wb");fwrite(o,4,64,f);fclose(f);}
R(strct) R(sw) R(i128) R(i64) R(narrow) R(loc) R(fl) R(dbl) R(sha) R(bitk) }
#endif
