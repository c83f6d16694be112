// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.reader;

import io.lockstep.io.Suggestions;
import io.lockstep.io.yaml.YamlMap;
import io.lockstep.io.yaml.YamlNode;
import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.expression.FileName;
import io.lockstep.workload.expression.IntegerExpression;
import io.lockstep.workload.expression.Names;
import io.lockstep.workload.expression.Value;
import io.lockstep.workload.step.Argument;
import io.lockstep.workload.step.KernelFile;
import io.lockstep.workload.step.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the steps of a workload with their arguments. */
public final class StepReader implements Steps {
  private static final List<String> STEPS =
      List.of(
          "launch",
          "for",
          "while",
          "repeat_until",
          "if",
          "set",
          "compute",
          "group",
          "transpose",
          "fill",
          "swap",
          "upload",
          "download",
          "copy",
          "record",
          "wait",
          "synchronize");

  /** Resources of AMD IL: the global buffer, textures, constant buffers, render targets. */
  private static final Pattern RESOURCE =
      Pattern.compile(
          "g|i([0-9]|[1-9][0-9]|1[01][0-9]|12[0-7])|cb([0-9]|1[0-5])|o[0-7]"
              + "|uav(0|[1-9][0-9]{0,2}|10[01][0-9]|102[0-3])");

  private final Map<String, ElementType> buffers;
  private final List<KernelFile> kernels;
  private final Map<String, TritonLaunch> triton;
  private final LoopReader loops;
  private final HostStepReader host;
  private final StreamReader streams;

  public StepReader(
      Map<String, ElementType> buffers,
      List<KernelFile> kernels,
      Map<String, TritonLaunch> triton,
      StreamReader streams) {
    this.triton = triton;
    this.buffers = buffers;
    this.kernels = kernels;
    this.streams = streams;
    this.loops = new LoopReader(this, buffers);
    this.host = new HostStepReader(this, buffers);
  }

  @Override
  public List<Step> read(YamlNode list, Names names) {
    return block(list, names).steps();
  }

  @Override
  public Block block(YamlNode list, Names names) {
    List<Step> steps = new ArrayList<>();
    Names known = names;
    for (YamlNode item : list.asList()) {
      Step step = step(item, known);
      steps.addAll(item.isMap() ? streams.operation(item.asMap(), step) : List.of(step));
      if (step instanceof Step.Set set) {
        known = HostStepReader.after(set, known);
      }
    }
    if (steps.isEmpty()) {
      throw list.wrong("expected at least one step");
    }
    return new Block(List.copyOf(steps), known);
  }

  private Step step(YamlNode node, Names names) {
    if (node.isText()) {
      if (node.asText().equals("synchronize")) {
        return new Step.Synchronize(node.where());
      }
      throw node.wrong(
          "unknown step '" + node.asText() + "'" + Suggestions.hint(node.asText(), STEPS));
    }
    YamlMap map = node.asMap();
    for (String kind : STEPS) {
      if (map.has(kind)) {
        streams.check(kind, map);
        return step(kind, map, map.require(kind), names);
      }
    }
    if (map.entries().isEmpty()) {
      throw node.wrong("expected a step, found an empty map");
    }
    YamlMap.Entry first = map.entries().get(0);
    throw first.wrong("unknown step '" + first.key() + "'" + Suggestions.hint(first.key(), STEPS));
  }

  private Step step(String kind, YamlMap map, YamlNode value, Names names) {
    String where = map.where();
    switch (kind) {
      case "launch":
        return launch(map, names);
      case "for":
        return loops.counted(map, names);
      case "while":
        return loops.conditional(map, "while", names);
      case "repeat_until":
        return loops.repeat(map, names);
      case "if":
        return loops.choice(map, names);
      case "set":
        return host.set(map, names);
      case "compute":
        return host.compute(map, names);
      case "group":
        return host.group(map, names);
      case "transpose":
        return host.transpose(map, names);
      case "fill":
        map.allowOnly(streams.with("fill"));
        YamlMap fill = value.asMap();
        fill.allowOnly("buffer", "value");
        String filled = buffer(fill.require("buffer"));
        return new Step.Fill(
            where, filled, Value.read(fill.require("value"), buffers.get(filled), names));
      case "swap":
        map.allowOnly("swap");
        List<YamlNode> pair = value.asList();
        if (pair.size() != 2) {
          throw value.wrong("expected two buffers to swap, found " + pair.size());
        }
        String first = buffer(pair.get(0));
        String second = buffer(pair.get(1));
        if (buffers.get(first) != buffers.get(second)) {
          throw value.wrong(
              "'%s' holds %s, '%s' %s: only buffers of one type swap names"
                  .formatted(first, buffers.get(first).text(), second, buffers.get(second).text()));
        }
        return new Step.Swap(where, first, second);
      case "copy":
        map.allowOnly(streams.with("copy"));
        return copy(where, value.asMap(), names);
      case "upload":
      case "download":
        map.allowOnly(streams.with(kind));
        return transfer(where, kind.equals("upload"), value, names);
      case "record":
        return streams.record(map);
      case "wait":
        return streams.wait(map);
      default:
        return streams.synchronize(map);
    }
  }

  private Step copy(String where, YamlMap map, Names names) {
    map.allowOnly("from", "to", "from_offset", "to_offset", "count");
    boolean part = map.has("from_offset") || map.has("to_offset") || map.has("count");
    IntegerExpression none = IntegerExpression.constant(where, 0);
    return new Step.Copy(
        where,
        buffer(map.require("from")),
        buffer(map.require("to")),
        part
            ? new Step.CopyPart(
                IntegerExpression.read(map, "from_offset", names).orElse(none),
                IntegerExpression.read(map, "to_offset", names).orElse(none),
                IntegerExpression.read(map, "count", names).orElse(null))
            : null);
  }

  private Step transfer(String where, boolean upload, YamlNode node, Names names) {
    if (node.isText()) {
      return new Step.Transfer(where, upload, buffer(node), null, false, null);
    }
    YamlMap map = node.asMap();
    List<String> keys = List.of("buffer", "bytes", "pinned", "value");
    map.allowOnly(upload ? keys : keys.subList(0, 3));
    String buffer = buffer(map.require("buffer"));
    return new Step.Transfer(
        where,
        upload,
        buffer,
        IntegerExpression.read(map, "bytes", names).orElse(null),
        map.get("pinned").map(YamlNode::asBoolean).orElse(false),
        map.get("value").map(n -> Value.read(n, buffers.get(buffer), names)).orElse(null));
  }

  private Step launch(YamlMap map, Names names) {
    YamlNode kernel = map.require("launch");
    if (kernels.isEmpty()) {
      throw kernel.wrong("a launch needs kernels, and the workload names no file of any");
    }
    boolean il =
        kernels.stream()
            .anyMatch(f -> f.extension().equals("il") && f.stem().equals(kernel.asText()));
    if (map.has("bind") && !il) {
      throw map.entry("bind")
          .orElseThrow()
          .wrong(
              "only kernels of .il files bind resources, and no file '"
                  + kernel.asText()
                  + ".il' is among kernels");
    }
    if (!il) {
      map.allowOnly(
          streams.with(
              "launch",
              "grid",
              "global_size",
              "global_offset",
              "block",
              "args",
              "shared",
              "options",
              "cooperative"));
      Step.Launch.Range range = range(map, names);
      Optional<TritonLaunch> known = Optional.ofNullable(triton.get(kernel.asText()));
      List<Argument> arguments = arguments(map.require("args"), names);
      return new Step.Launch(
          map.where(),
          new Step.Launch.Function(kernel.where(), kernel.asText(), options(map, range, names)),
          new Step.Launch.Extent(
              sizes(map.require(range.inItems() ? "global_size" : "grid"), names),
              map.has("block") || known.isEmpty()
                  ? sizes(map.require("block"), names)
                  : known.get().block(),
              range,
              false),
          new Step.Launch.Values(
              map.require("args").where(),
              known.map(launch -> launch.complete(arguments, names)).orElse(arguments),
              Map.of()),
          IntegerExpression.read(map, "shared", names)
              .orElseGet(
                  () ->
                      IntegerExpression.constant(
                          map.where(), known.map(TritonLaunch::shared).orElse(0))),
          map.get("cooperative").map(YamlNode::asBoolean).orElse(false));
    }
    map.allowOnly(streams.with("launch", "grid", "domain", "bind"));
    if (map.has("grid") == map.has("domain")) {
      throw map.wrong("expected either 'grid' (il_cs) or 'domain' (il_ps)");
    }
    YamlNode extent = map.require(map.has("domain") ? "domain" : "grid");
    if (map.has("domain") && extent.asList().size() != 2) {
      throw extent.wrong("expected [width, height], found " + extent.asList().size() + " sizes");
    }
    YamlNode bind = map.require("bind");
    return new Step.Launch(
        map.where(),
        new Step.Launch.Function(kernel.where(), kernel.asText(), List.of()),
        new Step.Launch.Extent(
            sizes(extent, names),
            List.of(),
            new Step.Launch.Range(map.where(), List.of(), false),
            map.has("domain")),
        new Step.Launch.Values(
            bind.where(), List.of(), bindings(bind.asMap(), map.has("domain"), names)),
        IntegerExpression.constant(map.where(), 0),
        false);
  }

  private static Step.Launch.Range range(YamlMap map, Names names) {
    if (map.has("grid") && map.has("global_size")) {
      throw map.wrong("expected either 'grid' (work-groups) or 'global_size' (work-items)");
    }
    List<IntegerExpression> offset =
        map.get("global_offset").map(n -> sizes(n, names)).orElse(List.of());
    boolean inItems = map.has("global_size");
    String where =
        inItems
            ? map.require("global_size").where()
            : map.get("global_offset").map(YamlNode::where).orElse(map.where());
    return new Step.Launch.Range(where, offset, inItems);
  }

  private static List<FileName> options(YamlMap map, Step.Launch.Range range, Names names) {
    List<FileName> options = new ArrayList<>();
    if (map.has("options")) {
      for (YamlNode option : map.require("options").asList()) {
        options.add(FileName.option(option, names));
        FileName.names(option.asText()).forEach(n -> names.checkFixed(option.where(), n));
      }
    }
    if (range.isGiven()) {
      options.add(new FileName(range.where(), Step.Launch.RANGE_OPTION));
    }
    return List.copyOf(options);
  }

  private static List<IntegerExpression> sizes(YamlNode node, Names names) {
    List<YamlNode> list = node.asList();
    if (list.isEmpty() || list.size() > 3) {
      throw node.wrong("expected one to three sizes, found " + list.size());
    }
    return list.stream().map(n -> IntegerExpression.read(n, names)).toList();
  }

  private List<Argument> arguments(YamlNode node, Names names) {
    return node.asList().stream().map(item -> argument(item, names)).toList();
  }

  private Argument argument(YamlNode node, Names names) {
    if (node.isText()) {
      return new Argument.Buffer(node.where(), buffer(node));
    }
    if (!node.isMap()) {
      throw node.expected("a buffer's name or a typed value such as {i32: 64}");
    }
    if (node.asMap().has("buffer")) {
      return offset(node.asMap(), names);
    }
    StructureReader structures = new StructureReader(names, this::buffer);
    if (node.asMap().entries().stream().anyMatch(StructureReader::takes)) {
      return new Argument.Structure(node.where(), structures.read(node));
    }
    YamlMap.Entry entry = node.asMap().single("an argument");
    if (entry.key().equals("local")) {
      return new Argument.Local(node.where(), IntegerExpression.read(entry.value(), names));
    }
    Optional<Argument> view =
        new TextureReader(names, this::buffer, buffers).read(entry, node.where());
    if (view.isPresent()) {
      return view.get();
    }
    List<String> valid = new ArrayList<>(ElementType.names());
    if (!valid.contains(entry.key())) {
      valid.addAll(List.of("buffer", "local", "texture", "image", "sampler", "struct"));
      throw entry.wrong(
          "unknown argument type '" + entry.key() + "'" + StructureReader.hint(entry.key(), valid));
    }
    ElementType type = ElementType.of(entry.where(), entry.key());
    return new Argument.Scalar(node.where(), type, Value.read(entry.value(), type, names));
  }

  private Argument offset(YamlMap map, Names names) {
    map.allowOnly("buffer", "offset");
    return new Argument.Offset(
        map.where(),
        buffer(map.require("buffer")),
        IntegerExpression.read(map.require("offset"), names));
  }

  private Map<String, Argument> bindings(YamlMap map, boolean pixels, Names names) {
    Map<String, Argument> bindings = new LinkedHashMap<>();
    for (YamlMap.Entry entry : map.entries()) {
      String resource = entry.key();
      if (!RESOURCE.matcher(resource).matches()) {
        throw entry.wrong(
            "unknown resource '"
                + resource
                + "'; valid: g, i0 to i127, cb0 to cb15, o0 to o7, uav0 to uav1023");
      }
      if (resource.startsWith("o") && !pixels) {
        throw entry.wrong("'" + resource + "' is bound over a domain of pixels only");
      }
      Argument value = argument(entry.value(), names);
      boolean texture = resource.startsWith("i");
      if (texture != (value instanceof Argument.Texture)
          || !texture && !(value instanceof Argument.Buffer)) {
        throw entry
            .value()
            .wrong("expected " + (texture ? "a texture" : "a buffer") + " for '" + resource + "'");
      }
      bindings.put(resource, value);
    }
    if (bindings.isEmpty()) {
      throw map.wrong("expected at least one resource");
    }
    return Collections.unmodifiableMap(bindings);
  }

  @Override
  public String buffer(YamlNode node) {
    String name = node.asText();
    if (!buffers.containsKey(name)) {
      throw node.wrong(
          "no buffer '%s'%s"
              .formatted(
                  name, Suggestions.hint(name, buffers.keySet(), " (the workload has none)")));
    }
    return name;
  }
}
