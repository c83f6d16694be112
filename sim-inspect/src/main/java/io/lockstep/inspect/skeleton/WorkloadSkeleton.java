// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.skeleton;

import io.lockstep.io.yaml.YamlNode;
import io.lockstep.kernel.argument.GridWorkspace;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.LaunchBounds;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.kernel.type.Variable;
import io.lockstep.workload.element.ElementType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes a first draft of a workload: a launch of each kernel with an argument for each parameter,
 * and buffers for pointers. Sizes and contents are guesses with which most kernels run; a comment
 * marks them. Not thread-safe.
 */
public final class WorkloadSkeleton {
  private static final String MARK = "# fill in";
  private static final int CONSTANTS = 64; // words of a constant buffer
  private static final int IMAGE_CHANNELS = 4;
  private static final int LOCAL_ELEMENTS = 4; // elements of local memory per work-item

  /** Names that have a predefined meaning in expressions. */
  private static final Set<String> TAKEN =
      Set.of("i", "n", "mix", "log2", "min", "max", "abs", "select");

  /** Names of integer parameters that probably are sizes. */
  private static final Pattern SIZE =
      Pattern.compile(
          "[nmwhd]|n[a-z]?|.*(num|size|len|count|width|height|depth|row|col|dim|total|elem|point"
              + "|pixel|node|item|max|limit|pitch|stride).*|n_.*|.*_n");

  private final String name;
  private final String file;
  private final Optional<String> source;
  private final Compilation compilation;
  private final SourceSignature signatures;
  private final Set<String> binding;
  private final Map<String, String> parameters = new LinkedHashMap<>();
  private final Map<String, DraftBuffer> buffers = new LinkedHashMap<>();
  private final List<String> symbols = new ArrayList<>();
  private final List<String> launches = new ArrayList<>();
  private int dimensions = 1;

  /**
   * The compilation of the kernels' file.
   *
   * @param joined files to prepend, as named in the workload
   * @param triton the file in which Triton says how it launches the kernel, as named in the
   *     workload
   * @param added number of arguments that launches get from that file, behind the kernel's own
   */
  public record Compilation(
      List<String> options, List<String> joined, Optional<String> triton, int added) {
    public Compilation {
      options = List.copyOf(options);
      joined = List.copyOf(joined);
    }
  }

  /**
   * Creates a draft for the kernels of one file.
   *
   * @param file file of the kernels, as named in the workload
   * @param source the file that it was compiled from, as named in the workload
   * @param text source in OpenCL C or CUDA C++, for names and types; empty if there is none
   * @param binding ids of the front-ends whose kernels bind resources by name
   */
  public WorkloadSkeleton(
      String name,
      String file,
      Optional<String> source,
      Compilation compilation,
      String text,
      Set<String> binding) {
    this.name = name;
    this.file = file;
    this.source = source;
    this.compilation = compilation;
    this.signatures = new SourceSignature(text);
    this.binding = Set.copyOf(binding);
  }

  /**
   * Returns the text of the workload.
   *
   * @param kernels kernels of one file, at least one
   * @param inStreams whether each kernel gets a stream for its launch and data
   */
  public String of(List<Kernel> kernels, boolean inStreams) {
    for (Kernel kernel : kernels) {
      dimensions = Math.max(dimensions, isImage(kernel) ? 2 : KernelUses.dimensions(kernel));
    }
    kernels.forEach(this::launch);
    return text(
        inStreams ? Optional.of(new StreamDraft(file, kernels, buffers)) : Optional.empty());
  }

  private boolean isImage(Kernel kernel) {
    return kernel.isPixelKernel() || binds(kernel);
  }

  private boolean binds(Kernel kernel) {
    return binding.contains(kernel.frontend());
  }

  private String text(Optional<StreamDraft> streams) {
    StringBuilder out = new StringBuilder();
    out.append(
        "# Made by lockstep import. What is marked 'fill in' is a guess that may run: say\n");
    out.append("# what the host program really does (docs/workloads.md).\n");
    out.append("name: ").append(YamlNode.quoted(name)).append('\n');
    out.append("kernels: ");
    if (compilation.options.isEmpty()
        && compilation.joined.isEmpty()
        && compilation.triton.isEmpty()) {
      out.append(YamlNode.quoted(file)).append('\n');
    } else {
      out.append("{file: ").append(YamlNode.quoted(file));
      out.append(list("join", compilation.joined)).append(list("options", compilation.options));
      compilation.triton.ifPresent(t -> out.append(", triton: ").append(YamlNode.quoted(t)));
      out.append("}\n");
    }
    source.ifPresent(s -> out.append("source: ").append(YamlNode.quoted(s)).append('\n'));
    out.append("parameters:\n");
    out.append("  n: ").append(size()).append("   ").append(MARK);
    out.append(": how large the problem is\n");
    parameters.forEach((p, v) -> out.append("  " + p + ": " + v + "   " + MARK + "\n"));
    if (!buffers.isEmpty()) {
      out.append("buffers:   ").append(MARK).append(": counts and contents\n");
    }
    int seed = 1;
    for (Map.Entry<String, DraftBuffer> entry : buffers.entrySet()) {
      out.append(entry.getValue().line(entry.getKey(), seed++));
    }
    if (!symbols.isEmpty()) {
      out.append("# symbols:   ").append(MARK).append(": they are zero otherwise\n");
      symbols.forEach(s -> out.append("#   ").append(s).append('\n'));
    }
    streams.ifPresent(s -> out.append(s.declaration()));
    out.append("steps:   ").append(MARK).append(": the order, loops, grids and groups\n");
    List<String> steps = streams.map(s -> s.steps(launches)).orElse(launches);
    steps.forEach(l -> out.append("  - ").append(l).append('\n'));
    out.append("# expect:   ").append(MARK).append(", or from an oracle: lockstep record --help\n");
    return out.toString();
  }

  private static String list(String key, List<String> words) {
    return words.isEmpty()
        ? ""
        : words.stream()
            .map(YamlNode::quoted)
            .collect(Collectors.joining(", ", ", " + key + ": [", "]"));
  }

  /** Returns a problem size for which loops over n in n^2 or n^3 work-items are fast. */
  private int size() {
    return dimensions == 1 ? 256 : dimensions == 2 ? 64 : 16;
  }

  private String elements(int lanes) {
    return elements(lanes, Math.max(2, dimensions));
  }

  private static String elements(int lanes, int dimensions) {
    String all = String.join(" * ", Collections.nCopies(dimensions, "n"));
    String count = (lanes > 1 ? lanes + " * " : "") + all;
    return count.equals("n") ? count : '"' + count + '"';
  }

  private void launch(Kernel kernel) {
    StringBuilder out = new StringBuilder("{launch: ").append(YamlNode.quoted(kernel.name()));
    boolean binds = binds(kernel);
    List<Integer> group = group(kernel);
    out.append(kernel.isPixelKernel() ? ", domain: " : ", grid: ");
    out.append(kernel.isPixelKernel() ? "[n, n]" : grid(group));
    boolean launched = compilation.triton.isPresent();
    if (!binds && !launched) {
      out.append(", block: ").append(group);
    }
    List<String> arguments = arguments(kernel, group);
    if (binds) {
      List<String> bound = new ArrayList<>();
      for (int p = 0; p < arguments.size(); p++) {
        bound.add(kernel.parameters().get(p).name() + ": " + arguments.get(p));
      }
      out.append(", bind: {").append(String.join(", ", bound)).append("}");
    } else {
      out.append(", args: [").append(String.join(", ", arguments)).append("]");
    }
    for (Variable variable : kernel.variables()) {
      if (variable.space() == Space.LOCAL && variable.bytes() == 0 && !launched) {
        out.append(", shared: ").append(items(group) * LOCAL_ELEMENTS * 4);
        break;
      }
    }
    if (GridWorkspace.isUsedBy(kernel)) {
      out.append(", cooperative: true");
    }
    launches.add(out.append('}').toString());
    for (Variable variable : kernel.variables()) {
      boolean module = variable.space() == Space.CONSTANT || variable.space() == Space.GLOBAL;
      if (module && variable.initial().length == 0 && variable.references().isEmpty()) {
        String entry = variable.name() + ": {type: u8, count: " + variable.bytes() + "}";
        if (!symbols.contains(entry)) {
          symbols.add(entry);
        }
      }
    }
  }

  private List<Integer> group(Kernel kernel) {
    LaunchBounds bounds = kernel.bounds();
    List<Integer> said =
        bounds.groupSize().isEmpty() ? bounds.hints().groupSize() : bounds.groupSize();
    if (!said.isEmpty()) {
      int sizes = said.size();
      while (sizes > 1 && said.get(sizes - 1) == 1) {
        sizes--;
      }
      return said.subList(0, sizes);
    }
    List<Integer> group =
        switch (KernelUses.dimensions(kernel)) {
          case 1 -> new ArrayList<>(List.of(64));
          case 2 -> new ArrayList<>(List.of(16, 16));
          default -> new ArrayList<>(List.of(8, 8, 4));
        };
    for (int d = group.size() - 1; bounds.mostItems() > 0; d = d == 0 ? group.size() - 1 : d - 1) {
      if (items(group) <= bounds.mostItems()) {
        break;
      }
      group.set(d, Math.max(1, group.get(d) / 2));
    }
    return group;
  }

  private static int items(List<Integer> group) {
    return group.stream().reduce(1, (a, b) -> a * b);
  }

  private static String grid(List<Integer> group) {
    return group.stream()
        .map(g -> g == 1 ? "n" : "\"(n + " + (g - 1) + ") / " + g + "\"")
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private List<String> arguments(Kernel kernel, List<Integer> group) {
    List<ParameterUse> uses = KernelUses.of(kernel);
    List<SourceParameter> declared =
        signatures.of(kernel.name()).filter(d -> d.size() == uses.size()).orElse(List.of());
    List<String> arguments = new ArrayList<>();
    for (int p = 0; p < uses.size() - compilation.added; p++) {
      Optional<SourceParameter> as =
          declared.isEmpty() ? Optional.empty() : Optional.of(declared.get(p));
      arguments.add(argument(kernel, p, uses.get(p), as, group));
    }
    return arguments;
  }

  private String argument(
      Kernel kernel,
      int position,
      ParameterUse use,
      Optional<SourceParameter> declared,
      List<Integer> group) {
    Parameter parameter = kernel.parameters().get(position);
    String given = declared.map(SourceParameter::name).orElse(parameter.name());
    String plain = given.replaceAll("^" + Pattern.quote(kernel.name() + "_"), "");
    boolean pointer = declared.map(SourceParameter::pointer).orElse(false);
    ParameterUse.Kind kind = use.kind();
    if (pointer && kind == ParameterUse.Kind.SCALAR) {
      kind = ParameterUse.Kind.BUFFER;
    }
    if (declared.map(SourceParameter::local).orElse(false)) {
      kind = ParameterUse.Kind.LOCAL;
    } else if (declared.isPresent() && !pointer && kind == ParameterUse.Kind.BUFFER) {
      kind = parameter.type() == Type.PTR ? kind : ParameterUse.Kind.SCALAR;
    }
    ElementType type = type(use, declared, kind);
    int lanes = declared.map(SourceParameter::lanes).orElse(1);
    return switch (kind) {
      case BUFFER -> buffer(plain, type, lanes, use, kernel);
      case LOCAL -> "{local: " + items(group) * LOCAL_ELEMENTS * lanes * type.bytes() + "}";
      case TEXTURE -> texture(plain, type, use, kernel);
      case IMAGE, LINE -> image(plain, type, use, kernel);
      case SAMPLER -> "{sampler: {address: clamp_to_edge, filter: nearest}}";
      case SCALAR -> scalar(plain, parameter, declared);
      case STRUCTURE -> structure(parameter, declared);
    };
  }

  private static ElementType type(
      ParameterUse use, Optional<SourceParameter> declared, ParameterUse.Kind kind) {
    Optional<ElementType> said = declared.flatMap(SourceParameter::type);
    if (said.isPresent() && kind != ParameterUse.Kind.TEXTURE) {
      return said.get();
    }
    return switch (use.element().orElse(Type.F32)) {
      case I1, I8 -> ElementType.U8;
      case I16 -> ElementType.I16;
      case I32 -> ElementType.I32;
      case I64, PTR -> ElementType.I64;
      case F16 -> ElementType.F16;
      case F32 -> ElementType.F32;
      case F64 -> ElementType.F64;
    };
  }

  private String buffer(
      String wanted, ElementType type, int lanes, ParameterUse use, Kernel kernel) {
    boolean binds = binds(kernel);
    boolean constants = binds && wanted.startsWith("cb");
    ElementType held = constants ? ElementType.U32 : type;
    String most = elements(binds ? 4 : lanes);
    String each = elements(lanes, 1);
    boolean isLine =
        !binds && KernelUses.dimensions(kernel) == 1 && size() % items(group(kernel)) == 0;
    boolean eachItem = isLine && use.reach() >= 0 && use.reach() <= lanes * type.bytes();
    String count = constants ? Integer.toString(CONSTANTS) : eachItem ? each : most;
    DraftBuffer there = buffers.get(wanted);
    if (there != null && there.count().equals(eachItem ? most : each)) {
      buffers.put(wanted, there.withCount(most)); // the larger count of two kernels
      count = most;
    }
    String key = free(wanted, held, count, kernel);
    String elements = count;
    buffers
        .computeIfAbsent(key, k -> new DraftBuffer(held, elements, constants))
        .use(kernel, use.read(), use.written());
    return key;
  }

  /** Returns the wanted name, prefixed with the kernel's name if a different buffer has it. */
  private String free(String wanted, ElementType type, String count, Kernel kernel) {
    String name = wanted.matches("[A-Za-z_]\\w*") ? wanted : "buffer_" + buffers.size();
    DraftBuffer there = buffers.get(name);
    boolean same = there != null && there.type() == type && there.count().equals(count);
    return there == null || same ? name : kernel.name() + "_" + name;
  }

  private String texture(String wanted, ElementType type, ParameterUse use, Kernel kernel) {
    int channels = binds(kernel) ? 4 : 1;
    String count = elements(channels);
    ElementType held = type.bytes() > 4 ? ElementType.F32 : type;
    String key = free(wanted, held, count, kernel);
    buffers.computeIfAbsent(key, k -> new DraftBuffer(held, count, false)).use(kernel, true, false);
    return "{texture: {buffer: " + key + ", width: n, height: n, channels: " + channels + "}}";
  }

  private String image(String wanted, ElementType type, ParameterUse use, Kernel kernel) {
    String count = elements(IMAGE_CHANNELS);
    ElementType held = type.bytes() > 4 ? ElementType.F32 : type;
    String key = free(wanted, held, count, kernel);
    buffers
        .computeIfAbsent(key, k -> new DraftBuffer(held, count, false))
        .use(kernel, use.read() || !use.written(), use.written());
    String height = use.kind() == ParameterUse.Kind.LINE ? "" : ", height: n";
    return "{image: {buffer: %s, width: n%s, channels: %s}}".formatted(key, height, IMAGE_CHANNELS);
  }

  private String scalar(String wanted, Parameter parameter, Optional<SourceParameter> declared) {
    ElementType type =
        declared
            .flatMap(SourceParameter::type)
            .filter(t -> t.bytes() == parameter.bytes())
            .orElseGet(
                () ->
                    ElementType.valueOf(
                        (parameter.type().isFloat() ? "F" : "I") + parameter.bytes() * 8));
    if (declared.isEmpty() || !wanted.matches("[A-Za-z_]\\w*") || wanted.equals("n")) {
      return "{" + type.text() + ": " + (type.isFloat() ? "1.0" : bytes(type)) + "}";
    }
    String key = TAKEN.contains(wanted) ? wanted + "_" : wanted;
    boolean large = SIZE.matcher(wanted.toLowerCase(Locale.ROOT)).matches() && type.bytes() > 1;
    String value = type.isFloat() ? "1.0" : large ? Integer.toString(size()) : "1";
    String before = parameters.putIfAbsent(key, value);
    boolean fits = before == null || before.equals(value);
    return "{" + type.text() + ": " + (fits ? key : value) + "}";
  }

  private static String bytes(ElementType type) {
    return type.bytes() == 1 ? "64" : "n";
  }

  private static String structure(Parameter parameter, Optional<SourceParameter> declared) {
    int lanes = declared.map(SourceParameter::lanes).orElse(1);
    if (lanes > 1 && declared.get().type().isPresent()) {
      ElementType type = declared.get().type().get();
      String zeros = String.join(", ", Collections.nCopies(lanes, type.isFloat() ? "1.0" : "1"));
      return "{" + type.text().toLowerCase(Locale.ROOT) + "x" + lanes + ": [" + zeros + "]}";
    }
    int word = parameter.bytes() % 4 == 0 ? 4 : 1;
    return "{struct: [{%s: 0, count: %s}]}"
        .formatted(word == 4 ? "u32" : "u8", parameter.bytes() / word);
  }
}
