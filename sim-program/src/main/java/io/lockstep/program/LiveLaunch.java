// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import io.lockstep.execute.GroupExecutor;
import io.lockstep.execute.launch.ImageViews;
import io.lockstep.execute.launch.KernelOutput;
import io.lockstep.execute.launch.LaunchResources;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.kernel.argument.GridWorkspace;
import io.lockstep.kernel.argument.ImageQuery;
import io.lockstep.kernel.argument.LaunchRange;
import io.lockstep.kernel.argument.SamplerInfo;
import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.program.memory.LiveFault;
import io.lockstep.program.memory.LiveMemory;
import io.lockstep.program.message.Message;
import io.lockstep.program.message.Protocol;
import io.lockstep.program.message.ProtocolException;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.workload.launch.ForeignLaunch;
import io.lockstep.workload.launch.HiddenArguments;
import io.lockstep.workload.launch.LaunchLimits;
import io.lockstep.workload.launch.LaunchNotice;
import io.lockstep.workload.launch.LocalLayout;
import io.lockstep.workload.step.StructureValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A launch as its message requests it. */
final class LiveLaunch {
  private static final int MOST_ARGUMENTS = 4096;
  private static final int MOST_LOCAL = 1 << 20; // drivers compare with the device's

  private record Value(int kind, byte[] bytes) {
    long word() {
      return LiveLaunch.word(bytes, 0);
    }
  }

  private final int program;
  private final int kernel;
  private final long[] groups = new long[LaunchRange.DIMENSIONS];
  private final int[] block = new int[LaunchRange.DIMENSIONS];
  private final long[] offset = new long[LaunchRange.DIMENSIONS];
  private final int[] last = new int[LaunchRange.DIMENSIONS];
  private final int dimensions;
  private final int dynamicLocal;
  private final boolean cooperative;
  private final int stream;
  private final List<Value> values = new ArrayList<>();

  LiveLaunch(Message message) {
    program = message.count("a program");
    kernel = message.count("a kernel");
    for (int d = 0; d < groups.length; d++) {
      groups[d] = message.size("a number of groups");
    }
    for (int d = 0; d < block.length; d++) {
      block[d] = message.count("a size of groups");
    }
    for (int d = 0; d < offset.length; d++) {
      offset[d] = message.size("an offset");
    }
    for (int d = 0; d < last.length; d++) {
      last[d] = message.count("a size of the last group");
    }
    dimensions = message.number(LaunchRange.DIMENSIONS, "dimensions");
    dynamicLocal = message.count("bytes of local memory");
    cooperative = message.number(1, "flags") == Protocol.COOPERATIVE;
    stream = message.number();
    int count = message.number(MOST_ARGUMENTS, "arguments");
    for (int i = 0; i < count; i++) {
      int kind = message.number(Protocol.SAMPLER, "a kind of argument");
      values.add(new Value(kind, message.bytes(message.count("bytes of an argument"))));
    }
  }

  /** What a launch needs of its process. */
  record Place(
      LiveSetup setup,
      LiveMemory memory,
      LivePrograms programs,
      List<TextureInfo> textures,
      LiveSteps steps,
      KernelOutput output) {}

  /** Executes and records the launch; returns the number of executed instructions. */
  long execute(Place place, LaunchNotice notice) {
    LiveProgram of = place.programs().get(program);
    Kernel plain = kernel(place.programs());
    List<Integer> lasts = lasts();
    boolean ranged = !lasts.isEmpty() || offset[0] != 0 || offset[1] != 0 || offset[2] != 0;
    Kernel code = ranged ? of.ranged().get().get(kernel) : plain;
    Geometry geometry = geometry(code);
    notice.begin(code, geometry);
    LocalLayout locals = locals(code);
    List<Long> words = new ArrayList<>();
    List<TextureInfo> textures = new ArrayList<>();
    List<Integer> images = new ArrayList<>();
    bind(code, locals, place.textures(), words, textures, images);
    long workspace = workspace(code, place.memory());
    words.addAll(HiddenArguments.of(code, words, textures, workspace, range(geometry, lasts)));
    ImageViews views = ImageViews.add(code, words, images, textures);
    GroupExecutor executor =
        place
            .programs()
            .executors()
            .take(
                code,
                geometry,
                words,
                locals.dynamicBytes(),
                place.memory().memory(),
                of.variables().of(code),
                place.setup().execution(),
                new LaunchResources(textures, views, 0, 0, lasts, place.output()));
    int flags =
        (cooperative ? HostStep.Launch.COOPERATIVE : 0)
            | (lasts.isEmpty() ? 0 : HostStep.Launch.PARTIAL_GROUPS)
            | (executor.usesAtomicValues() ? HostStep.Launch.ATOMIC_VALUES_USED : 0);
    place
        .steps()
        .launch(
            stream,
            step ->
                new HostStep.Launch(
                    step,
                    place.programs().number(code),
                    geometry,
                    locals.dynamicBytes(),
                    List.copyOf(words),
                    code.fixedWidth(),
                    flags,
                    List.copyOf(textures),
                    0,
                    0));
    notice.start(code, geometry, executor::longGroup);
    try {
      for (long group = 0; group < geometry.groups(); group++) {
        place.steps().group(executor.execute(group));
        notice.done(group + 1);
      }
    } finally {
      notice.end();
    }
    executor.report(false, code.source(), of.allAtBarriers());
    place
        .steps()
        .launchEnd(
            new LaunchEnd(
                Math.max(code.fixedWidth(), executor.minimumWidth()),
                flags | (executor.hasRaces() ? HostStep.Launch.RACES_FOUND : 0)));
    place.programs().executors().giveBack(executor);
    return executor.workItemInstructions();
  }

  /** Returns the buffers of the images among the arguments of an executed launch. */
  List<Integer> images(List<TextureInfo> known) {
    return values.stream()
        .filter(value -> value.kind() == Protocol.IMAGE)
        .map(value -> known.get((int) Address.offset(value.word())).buffer())
        .toList();
  }

  /** Returns the launched kernel. */
  Kernel kernel(LivePrograms programs) {
    return programs.kernel(program, kernel);
  }

  /**
   * Returns the launch as another implementation of OpenCL wants it.
   *
   * @param where name of the launch, for messages
   */
  ForeignLaunch foreign(Place place, String where) {
    Kernel code = kernel(place.programs());
    Geometry geometry = geometry(code);
    Optional<List<String>> options = place.programs().get(program).options();
    List<ForeignLaunch.Value> arguments = new ArrayList<>();
    if (options.isEmpty()) {
      arguments.add(new ForeignLaunch.Value.Other(where, "separately compiled programs"));
    }
    for (Value value : values) {
      arguments.add(
          switch (value.kind()) {
            case Protocol.LOCAL -> new ForeignLaunch.Value.Local(value.word());
            case Protocol.IMAGE -> new ForeignLaunch.Value.Other(where, "images");
            case Protocol.SAMPLER -> new ForeignLaunch.Value.Other(where, "samplers");
            case Protocol.POINTER -> pointer(where, value, place.memory().memory());
            default -> new ForeignLaunch.Value.Bytes(value.bytes());
          });
    }
    return new ForeignLaunch(
        where,
        code.name(),
        Path.of(code.source()),
        List.of(),
        options.orElse(List.of()),
        geometry,
        range(geometry, lasts()),
        arguments);
  }

  private static ForeignLaunch.Value pointer(String where, Value value, DeviceMemory memory) {
    int buffer = Address.buffer(value.word());
    if (value.word() != 0 && buffer >= 0 && buffer < LiveMemory.FIRST) {
      // addresses in it, which another implementation's buffers do not have
      return new ForeignLaunch.Value.Other(where, "shared virtual memory");
    }
    return buffer < LiveMemory.FIRST || buffer >= memory.buffers()
        ? new ForeignLaunch.Value.Bytes(value.bytes()) // a null pointer
        : new ForeignLaunch.Value.Pointer(buffer, Address.offset(value.word()));
  }

  /** Returns the sizes of the last groups; empty if they are like the others. */
  private List<Integer> lasts() {
    List<Integer> sizes = new ArrayList<>();
    boolean smaller = false;
    for (int d = 0; d < last.length; d++) {
      int size = last[d] == 0 ? block[d] : last[d];
      if (size > block[d]) {
        throw new ProtocolException("a last group of at most " + block[d] + ", found " + size);
      }
      smaller |= size < block[d];
      sizes.add(size);
    }
    return smaller ? sizes : List.of();
  }

  private Geometry geometry(Kernel code) {
    long items = 1;
    double all = 1;
    for (int d = 0; d < groups.length; d++) {
      if (groups[d] < 1 || groups[d] > Integer.MAX_VALUE || block[d] < 1) {
        throw new ProtocolException(
            "groups and sizes from 1 to 2^31, found %s of %s".formatted(groups[d], block[d]));
      }
      items = Math.min(Integer.MAX_VALUE, items * block[d]);
      all *= groups[d];
    }
    String problem = LaunchLimits.problem(code, items).orElse("");
    if (!problem.isEmpty() || all * items > 0x1p62) {
      throw new LiveFault(
          "launch of '%s': %s"
              .formatted(code.name(), problem.isEmpty() ? "more than 2^62 work-items" : problem));
    }
    return new Geometry(
        (int) groups[0], (int) groups[1], (int) groups[2], block[0], block[1], block[2]);
  }

  private LocalLayout locals(Kernel code) {
    long[] sizes = new long[values.size()];
    for (int i = 0; i < sizes.length; i++) {
      Value value = values.get(i);
      sizes[i] = value.kind() == Protocol.LOCAL ? Math.max(0, value.word()) : 0;
      if (sizes[i] > MOST_LOCAL) {
        throw new LiveFault("an argument of '%s' is too large".formatted(code.name()));
      }
    }
    LocalLayout layout = LocalLayout.of(code, dynamicLocal, sizes);
    if (layout.end() > MOST_LOCAL) {
      throw new LiveFault(
          "a group of '%s' asks for %s bytes of local memory, more than any device has"
              .formatted(code.name(), layout.end()));
    }
    return layout;
  }

  private void bind(
      Kernel code,
      LocalLayout locals,
      List<TextureInfo> known,
      List<Long> words,
      List<TextureInfo> textures,
      List<Integer> images) {
    List<Parameter> parameters = ImageQuery.written(code);
    if (parameters.size() != values.size()) {
      throw new LiveFault(
          "'%s' has %s parameters, the launch gives %s arguments"
              .formatted(code.name(), parameters.size(), values.size()));
    }
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      Value value = values.get(i);
      int bytes = parameters.get(i).bytes();
      switch (value.kind()) {
        case Protocol.LOCAL -> words.add(locals.offsets()[i]);
        case Protocol.SAMPLER -> words.add(sampler(value.bytes()));
        case Protocol.IMAGE -> {
          int texture = texture(value.word(), known, numbers, textures);
          if (texture < 0) {
            throw new LiveFault("argument %s of '%s' is no image".formatted(i, code.name()));
          }
          images.add(texture);
          words.add(Address.texture(texture));
        }
        default -> {
          if (value.bytes().length != bytes) {
            throw new LiveFault(
                "argument %s of '%s' has %s bytes, expected %s"
                    .formatted(i, code.name(), value.bytes().length, bytes));
          }
          for (int w = 0; w < StructureValue.words(bytes); w++) {
            long word = word(value.bytes(), w * Long.BYTES);
            int texture = texture(word, known, numbers, textures);
            words.add(texture < 0 ? word : Address.texture(texture));
          }
        }
      }
    }
  }

  /**
   * Returns the number, among the launch's textures, of the texture with a handle; −1 if the value
   * is no handle.
   */
  private static int texture(
      long handle, List<TextureInfo> known, List<Integer> numbers, List<TextureInfo> textures) {
    long number = Address.offset(handle);
    if (handle >>> Address.OFFSET_BITS != Address.TEXTURE_WINDOW || number >= known.size()) {
      return -1;
    }
    int found = numbers.indexOf((int) number);
    if (found < 0) {
      found = numbers.size();
      numbers.add((int) number);
      textures.add(known.get((int) number));
    }
    return found;
  }

  private static long sampler(byte[] bytes) {
    long modes = word(bytes, 0);
    long normalized = word(bytes, Long.BYTES);
    int mode = (int) modes;
    int filter = (int) (modes >>> 32);
    SamplerInfo.Address[] all = SamplerInfo.Address.values();
    if (mode < 0 || mode >= all.length || filter < 0 || filter > 1) {
      throw new ProtocolException("a sampler, found mode " + mode + " and filter " + filter);
    }
    return Address.sampler(
        new SamplerInfo((int) normalized != 0, all[mode], TextureInfo.Filter.values()[filter])
            .bits());
  }

  /** Returns up to eight bytes from a position as a number. */
  private static long word(byte[] bytes, int from) {
    long word = 0;
    for (int b = Math.min(bytes.length, from + Long.BYTES) - 1; b >= from; b--) {
      word = word << 8 | bytes[b] & 0xFF;
    }
    return word;
  }

  private long workspace(Kernel code, LiveMemory memory) {
    if (!cooperative || !GridWorkspace.isUsedBy(code)) {
      return 0;
    }
    return Address.of(memory.workspace(), 0);
  }

  private long[] range(Geometry geometry, List<Integer> lasts) {
    int n = LaunchRange.DIMENSIONS;
    long[] range = new long[LaunchRange.COUNT];
    for (int d = 0; d < n; d++) {
      range[d] = offset[d];
      long cut = lasts.isEmpty() ? 0 : block[d] - lasts.get(d);
      range[n + d] = groups[d] * block[d] - cut;
      range[2 * n + d] = block[d];
    }
    range[3 * n] = dimensions;
    return range;
  }
}
