/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The messages between a program and Lockstep. This is the only place of their numbers; a test
 * compares the Java constants with it.
 *
 * message = u32 bytes of payload, u16 operation, u16 zero, payload
 * reply   = u32 bytes of payload, i32 status, payload; if the status is not 0, the payload is a text
 *
 * Little-endian. text = u32 bytes, UTF-8 without a zero at the end. Operations marked R have a
 * reply. Errors of the others come with the next reply and stay: after LS_FAULT every later reply
 * has that status. "stage" is an offset into the stage file, or -1 if the data are in the message.
 */
#ifndef LOCKSTEP_PROTOCOL_H
#define LOCKSTEP_PROTOCOL_H

#define LS_VERSION 5

#define LS_MESSAGE_BYTES 1048576 /* most bytes of a payload */
#define LS_INLINE_BYTES 16384    /* larger data use the stage */
#define LS_HALF_BYTES 8388608    /* the stage has two halves of this size */

/* Operations. */
#define LS_HELLO 1     /* R u32 version, u32 api, u32 process, text program, text working folder;
                          reply u64 stage bytes, text stage file, text properties (lines key=value) */
#define LS_ALLOCATE 2  /* R u64 bytes, u32 flags, u64 wanted address (0: any), text name;
                          reply u64 address */
#define LS_FREE 3      /* u64 address */
#define LS_WRITE 4     /* u64 address, u64 bytes, u32 stream, u32 flags, i64 stage, data */
#define LS_READ 5      /* R u64 address, u64 bytes, u32 stream, u32 flags, i64 stage; reply data */
#define LS_FILL 6      /* u64 address, u64 bytes, u32 stream, u32 flags, u32 n, pattern of n bytes */
#define LS_COPY 7      /* u64 to, u64 from, u64 bytes, u32 stream, u32 flags */
#define LS_BUILD 8     /* R text extension of the language, text options, i64 stage, u32 n, source of n bytes (its end,
                          if LS_SOURCE messages had its start);
                          reply u32 program, text log, kernels, variables (see client.h) */
#define LS_LAUNCH 9    /* u32 program, u32 kernel, u64 groups[3], u32 block[3], u64 offset[3],
                          u32 last[3], u32 dimensions, u32 dynamic local bytes, u32 flags,
                          u32 stream, u32 arguments; each: u32 kind, u32 n, n bytes */
#define LS_EVENT 10    /* u32 what, u32 stream, u32 event */
#define LS_SYNC 11     /* R; reply text that kernels have printed */
#define LS_CLOCK 12    /* R u32 event, 0: now; reply u64 nanoseconds */
#define LS_ACK 13      /* R; nothing else */
#define LS_STREAM 14   /* u32 stream, u32 flags */
#define LS_TEXTURE 15  /* R u64 address, u32 channel, u32 channels, u32 width, u32 height,
                          u32 depth, u32 address modes[3], u32 filter, u32 normalized,
                          u32 border colour[4], bits; reply u64 handle */
#define LS_NOTE 16     /* text, u32 whether Lockstep refused a call; the user has seen it */
#define LS_EXIT 17     /* the process ends regularly */
#define LS_OCCUPANCY 18 /* R u32 program, u32 kernel, u32 work-items, u32 bytes of dynamic local memory;
                           reply u32 registers of a work-item, u32 such groups of a compute unit */
#define LS_CHECK 19    /* R as LS_BUILD without options: parts of a library, each its options and its source,
                          both with a 0 behind them; no reply */
#define LS_LINK 20     /* R as LS_CHECK: the parts of a program; reply as of LS_BUILD */
#define LS_COMPILE 21  /* R as LS_BUILD, options with line feeds between them, for texts, each with a 0 behind
                          it: number of headers, name and text of the source and of each header, expressions;
                          reply text assembly, for each expression text name of what it names */
#define LS_RESIZE 22   /* R u64 address, u64 bytes, at least 1: the allocation's size from now on */
#define LS_SOURCE 23   /* i64 stage, u32 n, n bytes: a part of the source of the next LS_BUILD, LS_CHECK,
                          LS_LINK or LS_COMPILE, which has the last part */
#define LS_DRIVER 24   /* R text name of a file: the driver that a process opens; the only message before LS_HELLO */

/* LS_HELLO: interfaces. */
#define LS_API_OPENCL 1
#define LS_API_CUDA 2

/* Statuses of replies; LS_LOST is the client's own. */
#define LS_OK 0
#define LS_FAULT 1        /* a kernel failed; stays */
#define LS_MEMORY 2       /* no memory */
#define LS_BUILD_FAILED 3 /* the text is the compiler's log */
#define LS_REFUSED 4      /* not supported; the text says what */
#define LS_WRONG_OPTION 5 /* the compiler does not take an option; the text says which */
#define LS_LOST 6         /* no connection */

/* LS_WRITE, LS_READ, LS_FILL, LS_COPY: flags. */
#define LS_PINNED 1 /* the host's memory is page-locked */
#define LS_MORE 2   /* the next message continues the transfer; both count as one step */
#define LS_HIDDEN 4 /* no step of the program, such as the initial contents of a variable */

/* Languages of ls_build; messages have the extension of their files' names: "cl", "ptx", "cu", "hip". */
#define LS_OPENCL_C 1
#define LS_PTX 2
#define LS_CUDA_C 3
#define LS_HIP 4 /* of ls_compile alone */

/* LS_LAUNCH: kinds of arguments. */
#define LS_VALUE 0   /* bytes of the parameter's size; CUDA passes pointers and textures so, too */
#define LS_POINTER 1 /* u64 address, or 0 */
#define LS_LOCAL 2   /* u64 bytes of local memory */
#define LS_IMAGE 3   /* u64 handle of LS_TEXTURE */
#define LS_SAMPLER 4 /* u32 address mode, u32 filter, u32 normalized */

/* LS_LAUNCH: flags. */
#define LS_COOPERATIVE 1

/* LS_BUILD, reply: kinds of parameters; the numbers from LS_VALUE to LS_SAMPLER. */

/* LS_EVENT: what. A recorded event also has the time of the clock. */
#define LS_EVENT_RECORD 0      /* event, when all work of the stream so far has ended */
#define LS_EVENT_WAIT 1        /* later work of the stream waits for the event */
#define LS_EVENT_SYNCHRONIZE 2 /* the host waits for the event */
#define LS_STREAM_SYNCHRONIZE 3
#define LS_DEVICE_SYNCHRONIZE 4
#define LS_EVENT_RECORD_LAST 5 /* out-of-order stream: when its last operation has ended */
#define LS_EVENT_WAIT_NEXT 6   /* out-of-order stream: only its next operation waits */
#define LS_EVENT_STAMP 7       /* keeps the time only; no step of the program */
#define LS_EVENT_RELEASE 8     /* the number may be used again */

/* LS_STREAM: flags. Stream 0 is there from the start. */
#define LS_OUT_OF_ORDER 1
#define LS_STREAM_RELEASE 2

/* LS_TEXTURE: channels (type and conversion). */
#define LS_CHANNEL_U8 0
#define LS_CHANNEL_I8 1
#define LS_CHANNEL_U16 2
#define LS_CHANNEL_I16 3
#define LS_CHANNEL_U32 4
#define LS_CHANNEL_I32 5
#define LS_CHANNEL_F16 6
#define LS_CHANNEL_F32 7
#define LS_CHANNEL_UNORM8 8
#define LS_CHANNEL_SNORM8 9
#define LS_CHANNEL_UNORM16 10
#define LS_CHANNEL_SNORM16 11
#define LS_CHANNEL_SRGB8 12 /* as UNORM8; all but the fourth become linear */

/* LS_TEXTURE, LS_SAMPLER: address modes and filters. */
#define LS_ADDRESS_NONE 0 /* samplers only */
#define LS_ADDRESS_CLAMP 1
#define LS_ADDRESS_BORDER 2
#define LS_ADDRESS_WRAP 3
#define LS_ADDRESS_MIRROR 4
#define LS_FILTER_NEAREST 0
#define LS_FILTER_LINEAR 1

#endif
