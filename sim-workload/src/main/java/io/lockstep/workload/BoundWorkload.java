// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.execute.memory.PageFiller;
import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.workload.element.ElementReader;
import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.element.Elements;
import io.lockstep.workload.element.GeneratedPages;
import io.lockstep.workload.expression.BufferAccess;
import io.lockstep.workload.expression.FileName;
import io.lockstep.workload.expression.ParameterValue;
import io.lockstep.workload.expression.Scope;
import io.lockstep.workload.expression.TypedExpression;
import io.lockstep.workload.generator.ElementsOf;
import io.lockstep.workload.generator.FileElements;
import io.lockstep.workload.generator.Generator;
import io.lockstep.workload.step.BufferDeclaration;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A workload with values for its parameters. The sizes of buffers are known, and data files exist
 * with matching sizes.
 *
 * <p>Immutable and thread-safe; each {@link WorkloadExecution} creates its own fillers.
 */
public final class BoundWorkload {
  private static final long MAX_BYTES = (1L << 40) - 1;
  private static final int MAX_WARMUPS = 1000;

  /** A buffer with its number of elements. */
  public record SizedBuffer(BufferDeclaration declaration, long count) {
    public long bytes() {
      return count * declaration.type().bytes();
    }
  }

  private final Workload workload;
  private final Map<String, ParameterValue> values;
  private final Scope scope;
  private final List<SizedBuffer> buffers;
  private final List<SizedBuffer> symbols;
  private final Map<BufferDeclaration, Map<String, SizedBuffer>> earlier = new IdentityHashMap<>();
  private final int warmups;

  private BoundWorkload(Workload workload, Map<String, ParameterValue> values) {
    this.workload = workload;
    this.values = values;
    Map<String, Long> whole = new HashMap<>();
    Map<String, Double> real = new HashMap<>();
    values.forEach(
        (name, value) -> {
          if (value.isWhole()) {
            whole.put(name, value.whole());
          } else {
            real.put(name, value.real());
          }
        });
    this.scope = new Scope(whole, real);
    this.buffers = sized(workload.buffers());
    this.symbols = sized(workload.memory().symbols());
    this.warmups = (int) workload.host().warmup().evaluate(scope, "warmup", 0, MAX_WARMUPS);
  }

  static BoundWorkload of(Workload workload, Map<String, String> given) {
    Map<String, ParameterValue> values = new LinkedHashMap<>(workload.parameters());
    for (Map.Entry<String, String> entry : new TreeMap<>(given).entrySet()) {
      ParameterValue like = values.get(entry.getKey());
      if (like == null) {
        throw new InputException(
            "--param " + entry.getKey(),
            "%s has no parameter '%s'%s"
                .formatted(
                    workload.file(),
                    entry.getKey(),
                    Suggestions.hint(entry.getKey(), values.keySet(), " (it declares none)")));
      }
      values.put(entry.getKey(), ParameterValue.parse(entry.getKey(), entry.getValue(), like));
    }
    return new BoundWorkload(workload, Collections.unmodifiableMap(values));
  }

  private List<SizedBuffer> sized(List<BufferDeclaration> declarations) {
    List<SizedBuffer> list = new ArrayList<>();
    Map<String, SizedBuffer> known = new HashMap<>();
    for (BufferDeclaration declaration : declarations) {
      earlier.put(declaration, known);
      long most = MAX_BYTES / declaration.type().bytes();
      long count;
      if (declaration.last() == null) {
        count = declaration.count().evaluate(scope, "count", 1, most);
      } else {
        SizedBuffer source = known.get(declaration.last());
        ElementType type = source.declaration().type();
        long[] bits = new long[1];
        elements(source).bits(source.count() - 1, 1, bits);
        count = type.integer(bits[0]);
        if (count < 1 || count > most) {
          throw new InputException(
              declaration.countWhere(),
              "the last element of '%s' is %s, expected a count from 1 to %s"
                  .formatted(declaration.last(), type.show(bits[0]), most));
        }
      }
      SizedBuffer buffer = new SizedBuffer(declaration, count);
      elements(buffer); // rejects unsuitable lists and files before execution
      known.put(declaration.name(), buffer);
      list.add(buffer);
    }
    return List.copyOf(list);
  }

  private Elements elements(SizedBuffer buffer) {
    BufferDeclaration declaration = buffer.declaration();
    Map<String, SizedBuffer> known = earlier.get(declaration);
    Map<String, ElementReader> readers = new HashMap<>();
    BufferAccess access = name -> readers.computeIfAbsent(name, n -> reader(known.get(n)));
    return new ElementsOf(declaration.type(), buffer.count(), scope, workload.folder(), access)
        .of(declaration.init());
  }

  /** Returns elements computed from their indices, parameters and initial buffer contents. */
  Elements elements(TypedExpression expression, ElementType type, long count) {
    Map<String, SizedBuffer> known = new HashMap<>();
    buffers.forEach(b -> known.put(b.declaration().name(), b));
    Map<String, ElementReader> readers = new HashMap<>();
    BufferAccess access = name -> readers.computeIfAbsent(name, n -> reader(known.get(n)));
    return new ElementsOf(type, count, scope, workload.folder(), access)
        .of(new Generator.Formula(expression));
  }

  private ElementReader reader(SizedBuffer buffer) {
    return new ElementReader(
        buffer.declaration().name(), buffer.declaration().type(), buffer.count(), elements(buffer));
  }

  /** {@return a new filler of a buffer's initial contents, or null for zeros} */
  public PageFiller filler(SizedBuffer buffer) {
    if (buffer.declaration().init() instanceof Generator.Zero) {
      return null;
    }
    return new GeneratedPages(elements(buffer), buffer.declaration().type());
  }

  public Workload workload() {
    return workload;
  }

  /** {@return the values of all parameters, including defaults} */
  public Map<String, ParameterValue> values() {
    return values;
  }

  /** {@return the values of all parameters in canonical text, by name} */
  public SortedMap<String, String> parameters() {
    SortedMap<String, String> text = new TreeMap<>();
    values.forEach((name, value) -> text.put(name, value.text()));
    return Collections.unmodifiableSortedMap(text);
  }

  /** {@return buffers in the order of allocation} */
  public List<SizedBuffer> buffers() {
    return buffers;
  }

  /** {@return the module-scope variables with their sizes} */
  public List<SizedBuffer> symbols() {
    return symbols;
  }

  /** {@return number of warm-up passes before the measured pass} */
  public int warmups() {
    return warmups;
  }

  /** {@return the path of a file of the workload, with values for parameters in braces} */
  public Path path(FileName name) {
    return FileElements.path(name, workload.folder(), scope);
  }

  /**
   * {@return the files from which buffers are initialised or with which they are compared, in the
   * workload's order}
   */
  public List<Path> dataFiles() {
    List<Path> files = new ArrayList<>();
    Stream.concat(workload.buffers().stream(), workload.memory().symbols().stream())
        .forEach(declaration -> declaration.init().file().map(this::path).ifPresent(files::add));
    workload.expectations().stream()
        .filter(e -> holdsFor(e.only()))
        .forEach(e -> e.file().map(this::path).ifPresent(files::add));
    return List.copyOf(files);
  }

  Scope scope() {
    return scope;
  }

  /**
   * {@return whether an expectation for some parameter values applies to the current values}
   *
   * @param only alternative values by parameter; null for the file's own values
   */
  public boolean holdsFor(Map<String, List<ParameterValue>> only) {
    return only == null
        ? isOwn()
        : only.entrySet().stream()
            .allMatch(
                e -> {
                  String text = values.get(e.getKey()).text();
                  return e.getValue().stream().anyMatch(v -> v.text().equals(text));
                });
  }

  /** {@return whether all parameters have the file's own values} */
  public boolean isOwn() {
    return workload.parameters().entrySet().stream()
        .allMatch(e -> values.get(e.getKey()).text().equals(e.getValue().text()));
  }
}
