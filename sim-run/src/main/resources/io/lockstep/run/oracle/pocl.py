# SPDX-License-Identifier: Apache-2.0
"""Runs OpenCL C on pocl for --expect pocl and --oracle pocl: commands come on standard input, answers go out.

A command is a line of words; bytes that belong to it follow. What kernels print goes to standard error.
  build PROGRAM OPTIONS SOURCE       so many bytes of options, one a line, then of source
  buffer BUFFER BYTES                what a buffer holds; makes it if it is not there, or has another size
  launch PROGRAM KERNEL X,Y,Z X,Y,Z X,Y,Z ARGUMENT...     global size, group size, global offset; b:BUFFER:OFFSET, v:HEX, l:BYTES
Answers: 'oracle N' and N bytes that say who it is (at the start), 'built', 'changed BUFFER...' and the bytes of
each, or 'error N' and N bytes of UTF-8.
"""
import os
import sys

commands = sys.stdin.buffer
answers = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)


def say(word, text):
    data = text.encode()
    answers.write(b"%s %d\n" % (word.encode(), len(data)) + data)
    answers.flush()


def start():
    try:
        import numpy
        import pyopencl
    except ImportError as e:
        say("error", "missing %s" % e)
        sys.exit(0)
    try:
        platforms = pyopencl.get_platforms()
    except pyopencl.Error:
        platforms = []
    for platform in platforms:
        if platform.name == "Portable Computing Language":
            return numpy, pyopencl, platform
    say("error", "missing pocl among OpenCL's platforms (%s)" % (", ".join(p.name for p in platforms) or "there are none"))
    sys.exit(0)


numpy, cl, platform = start()
device = platform.get_devices()[0]
context = cl.Context([device])
queue = cl.CommandQueue(context)
words = platform.version.replace(",", " ").split()
version = words[words.index("PoCL") + 1] if "PoCL" in words else platform.version
llvm = words[words.index("LLVM") + 1] if "LLVM" in words else "unknown"
say("oracle", "pocl %s, LLVM %s, on %s" % (version, llvm, device.name))

programs, held, known = {}, {}, {}


def text_of(source):
    """Old sources have Latin-1 in their comments; OpenCL C itself needs ASCII only."""
    try:
        return source.decode()
    except UnicodeDecodeError:
        return source.decode("latin-1")


def build(program, options, source):
    options = commands.read(int(options)).decode().split("\n")
    source = text_of(commands.read(int(source)))
    programs[program] = cl.Program(context, source).build([o for o in options if o], cache_dir=False)
    answers.write(b"built\n")


def buffer(name, size):
    data = numpy.frombuffer(commands.read(int(size)), numpy.uint8).copy()
    if name not in held or held[name].size != len(data):
        held[name] = cl.Buffer(context, cl.mem_flags.READ_WRITE, size=len(data))
    cl.enqueue_copy(queue, held[name], data)
    known[name] = data


def launch(program, kernel, size, group, first, *arguments):
    kernel = cl.Kernel(programs[program], kernel)
    if kernel.num_args != len(arguments):
        raise ValueError("the source's kernel has %d arguments, the launch %d" % (kernel.num_args, len(arguments)))
    used = []
    for i, argument in enumerate(arguments):
        kind, value = argument[0], argument[2:]
        if kind == "b":
            name, offset = value.split(":")
            memory = held[name]
            if int(offset):
                memory = memory.get_sub_region(int(offset), memory.size - int(offset))
            kernel.set_arg(i, memory)
            if name not in used:
                used.append(name)
        elif kind == "l":
            kernel.set_arg(i, cl.LocalMemory(int(value)))
        else:
            kernel.set_arg(i, numpy.frombuffer(bytes.fromhex(value), numpy.uint8))
    sizes = lambda text: [int(n) for n in text.split(",")]
    cl.enqueue_nd_range_kernel(queue, kernel, sizes(size), sizes(group), sizes(first))
    queue.finish()
    changed = []
    for name in used:
        now = numpy.empty_like(known[name])
        cl.enqueue_copy(queue, now, held[name])
        if not numpy.array_equal(now, known[name]):
            known[name] = now
            changed.append(name)
    answers.write(("changed " + " ".join(changed)).strip().encode() + b"\n")
    for name in changed:
        answers.write(known[name].data)


for line in commands:
    word, *rest = line.decode().split()
    try:
        {"build": build, "buffer": buffer, "launch": launch}[word](*rest)
        answers.flush()
    except Exception as e:
        say("error", str(e))
        break
