// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.io.Suggestions;
import io.lockstep.io.yaml.YamlMap;
import io.lockstep.io.yaml.YamlNode;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.FrontendOptions.KernelAttributes;
import io.lockstep.kernel.type.Fusion;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramStreams;
import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.expression.FileName;
import io.lockstep.workload.expression.IntegerExpression;
import io.lockstep.workload.expression.Names;
import io.lockstep.workload.expression.ParameterValue;
import io.lockstep.workload.generator.Generator;
import io.lockstep.workload.reader.ExpectationReader;
import io.lockstep.workload.reader.StepReader;
import io.lockstep.workload.reader.StreamReader;
import io.lockstep.workload.reader.TritonLaunch;
import io.lockstep.workload.step.BufferDeclaration;
import io.lockstep.workload.step.Expectation;
import io.lockstep.workload.step.KernelFile;
import io.lockstep.workload.step.Step;
import io.lockstep.workload.stream.EventOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Converts a YAML tree to a {@link Workload}; rejects everything outside the format. */
final class WorkloadReader {
  private static final int MAX_GROUP = 65536;

  private final Map<String, ParameterValue> parameters = new LinkedHashMap<>();
  private final Map<String, ElementType> types = new LinkedHashMap<>();
  private Names names = new Names(Set.of(), Set.of());

  private final Map<String, TritonLaunch> triton = new LinkedHashMap<>();
  private final Path folder;

  private WorkloadReader(Path folder) {
    this.folder = folder;
  }

  static Workload read(String file, Path folder, YamlNode root) {
    return new WorkloadReader(folder).workload(file, root.asMap());
  }

  private Workload workload(String file, YamlMap top) {
    top.allowOnly(
        "name",
        "kernels",
        "source",
        "parameters",
        "buffers",
        "symbols",
        "streams",
        "steps",
        "expect",
        "output",
        "warmup",
        "timing",
        "oracle_options");
    String name = top.require("name").asText();
    if (name.isBlank()) {
      throw top.require("name").wrong("the name is empty");
    }
    top.get("parameters").ifPresent(this::readParameters);
    List<KernelFile> kernels = top.get("kernels").map(this::kernels).orElse(List.of());
    Optional<String> source = top.get("source").map(YamlNode::asText);
    List<BufferDeclaration> buffers =
        top.get("buffers").map(n -> declarations(n, "buffer", types)).orElse(List.of());
    List<BufferDeclaration> symbols =
        top.get("symbols")
            .map(n -> declarations(n, "symbol", new LinkedHashMap<>()))
            .orElse(List.of());
    YamlNode stepList = top.require("steps");
    StreamReader streamReader = new StreamReader(top.get("streams"));
    List<Step> steps =
        new StepReader(types, kernels, triton, streamReader)
            .read(stepList, names.withBuffers(types));
    ProgramStreams streams = streamReader.streams();
    EventOrder.check(steps, streams);
    ExpectationReader reader = new ExpectationReader(types, parameters, names);
    List<Expectation> expectations =
        top.get("expect").map(n -> reader.read(n.asMap())).orElse(List.of());
    return new Workload(
        new Workload.Header(file, folder, name, source),
        kernels,
        Collections.unmodifiableMap(parameters),
        new Workload.Memory(buffers, symbols),
        new Workload.Host(
            streams,
            steps,
            IntegerExpression.read(top, "warmup", names)
                .orElseGet(() -> IntegerExpression.constant(top.where(), 0)),
            top.get("timing").map(WorkloadReader::timing).orElse(Program.Timing.REGION)),
        new Workload.Expected(
            expectations, top.get("output").map(WorkloadReader::lines), reader.only()));
  }

  private void readParameters(YamlNode node) {
    Set<String> whole = new TreeSet<>();
    Set<String> real = new TreeSet<>();
    for (YamlMap.Entry entry : node.asMap().entries()) {
      Names.check(entry.where(), "parameter", entry.key());
      if (entry.key().equals("i")) {
        throw entry.wrong("the name 'i' is taken: it numbers elements in generators");
      }
      ParameterValue value = ParameterValue.read(entry.value());
      parameters.put(entry.key(), value);
      (value.isWhole() ? whole : real).add(entry.key());
    }
    names = new Names(whole, real);
  }

  private static List<String> lines(YamlNode node) {
    return node.asList().stream().map(YamlNode::asText).toList();
  }

  private static Program.Timing timing(YamlNode node) {
    return node.choice(Map.of("region", Program.Timing.REGION, "kernels", Program.Timing.KERNELS));
  }

  private List<KernelFile> kernels(YamlNode node) {
    List<YamlNode> files = node.isList() ? node.asList() : List.of(node);
    if (files.isEmpty()) {
      throw node.wrong("expected at least one file of kernels");
    }
    return files.stream().map(this::kernelFile).toList();
  }

  private KernelFile kernelFile(YamlNode node) {
    if (!node.isMap()) {
      return new KernelFile(
          FileName.read(node, names),
          FrontendOptions.defaults(),
          Map.of(),
          List.of(),
          List.of(),
          List.of());
    }
    YamlMap map = node.asMap();
    map.allowOnly("file", "join", "contraction", "attributes", "options", "triton");
    map.get("triton")
        .map(n -> TritonLaunch.read(n, folder))
        .ifPresent(launch -> triton.put(launch.kernel(), launch));
    Fusion contraction =
        map.get("contraction")
            .map(n -> n.choice(Map.of("permitted", Fusion.PERMITTED, "required", Fusion.REQUIRED)))
            .orElse(Fusion.PERMITTED);
    Map<String, KernelAttributes> attributes = new LinkedHashMap<>();
    Map<String, String> where = new LinkedHashMap<>();
    if (map.has("attributes")) {
      for (YamlMap.Entry entry : map.require("attributes").asMap().entries()) {
        attributes.put(entry.key(), attributes(entry.value().asMap()));
        where.put(entry.key(), entry.where());
      }
    }
    return new KernelFile(
        FileName.read(map.require("file"), names),
        new FrontendOptions(contraction, Collections.unmodifiableMap(attributes)),
        Collections.unmodifiableMap(where),
        map.list("options").stream().map(option -> FileName.option(option, names)).toList(),
        map.list("join").stream().map(joined -> FileName.read(joined, names)).toList(),
        List.of());
  }

  private static KernelAttributes attributes(YamlMap map) {
    map.allowOnly("restrict", "read_only", "group", "races", "max_registers", "demote_doubles");
    List<Integer> group = map.get("group").map(n -> integers(n, 1, MAX_GROUP)).orElse(List.of());
    if (map.has("group") && (group.isEmpty() || group.size() > 3)) {
      throw map.require("group").wrong("expected one to three sizes, found " + group.size());
    }
    return new KernelAttributes(
        positions(map, "restrict"),
        positions(map, "read_only"),
        group,
        map.get("races").map(n -> n.choice(Map.of("allow", true))).orElse(false),
        map.get("max_registers").map(n -> n.asInt(1, 1024)).orElse(0),
        map.get("demote_doubles").map(n -> n.asBoolean()).orElse(false));
  }

  private static List<Integer> positions(YamlMap map, String key) {
    if (!map.has(key)) {
      return List.of();
    }
    List<Integer> list = integers(map.require(key), 0, 4095);
    Set<Integer> seen = new LinkedHashSet<>();
    for (int i = 0; i < list.size(); i++) {
      if (!seen.add(list.get(i))) {
        throw map.require(key)
            .asList()
            .get(i)
            .wrong("parameter " + list.get(i) + " is listed twice");
      }
    }
    return list;
  }

  private static List<Integer> integers(YamlNode node, int low, int high) {
    return node.asList().stream().map(item -> item.asInt(low, high)).toList();
  }

  private List<BufferDeclaration> declarations(
      YamlNode node, String what, Map<String, ElementType> known) {
    List<BufferDeclaration> list = new ArrayList<>();
    for (YamlMap.Entry entry : node.asMap().entries()) {
      if (what.equals("buffer")) {
        Names.check(entry.where(), what, entry.key());
      }
      YamlMap map = entry.value().asMap();
      map.allowOnly("type", "count", "init");
      ElementType type = ElementType.of(map.require("type"));
      YamlNode count = map.require("count");
      String last = null;
      IntegerExpression elements = null;
      if (count.isMap()) {
        count.asMap().allowOnly("last");
        YamlNode of = count.asMap().require("last");
        last = of.asText();
        ElementType source = known.get(last);
        if (source == null) {
          throw of.wrong(
              "no %s '%s' is declared earlier%s"
                  .formatted(what, last, Suggestions.hint(last, known.keySet(), "")));
        }
        if (source.isFloat()) {
          throw of.wrong("'" + last + "' holds " + source.text() + ", expected integers");
        }
      } else {
        elements = IntegerExpression.read(count, names);
      }
      Generator init =
          map.get("init")
              .map(n -> Generator.read(n, type, names.withBuffers(known)))
              .orElseGet(Generator.Zero::new);
      known.put(entry.key(), type);
      list.add(
          new BufferDeclaration(
              entry.where(), entry.key(), type, elements, last, count.where(), init));
    }
    return List.copyOf(list);
  }
}
