// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.emit;

import io.lockstep.frontend.ptx.emit.Symbol.Placed;
import io.lockstep.frontend.ptx.syntax.PtxText;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.frontend.ptx.syntax.Syntax;
import io.lockstep.frontend.ptx.syntax.Syntax.Argument;
import io.lockstep.frontend.ptx.syntax.Syntax.Function;
import io.lockstep.frontend.ptx.syntax.Syntax.Linkage;
import io.lockstep.frontend.ptx.syntax.Syntax.Name;
import io.lockstep.frontend.ptx.syntax.Syntax.Statement;
import io.lockstep.frontend.ptx.syntax.Syntax.Variable;
import io.lockstep.io.Suggestions;
import io.lockstep.kernel.frontend.Token;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.pass.DoubleDemotion;
import io.lockstep.kernel.type.Space;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Assigns locations to all variables that a kernel and its callees mention: work-group memory in
 * text order with dynamic arrays at the end, private memory, buffers. Used once.
 */
public final class VariablePlacement {
  /** Limit on the bytes of work-group or private memory, which keeps sums within an int. */
  private static final long MAX_BYTES = 1L << 30;

  private final PtxText source;
  private final Syntax.Module module;
  private final FunctionAddresses functions;
  private final boolean demotes;
  private final Map<Token, Variable> found = new LinkedHashMap<>();
  private final Map<Token, Placed> placed = new HashMap<>();
  private final List<Variable> order = new ArrayList<>();

  /** Places the variables of an entry; {@code demotes} is whether doubles become floats. */
  public VariablePlacement(
      PtxText source,
      Syntax.Module module,
      FunctionAddresses functions,
      Function entry,
      boolean demotes,
      KernelBuilder builder) {
    this.source = source;
    this.module = module;
    this.functions = functions;
    this.demotes = demotes;
    collect(entry);
    place(builder);
  }

  /** Returns the location of a variable, or null if the kernel does not mention it. */
  public Placed of(Variable variable) {
    return placed.get(variable.at());
  }

  private void collect(Function entry) {
    Set<String> seen = new LinkedHashSet<>(Set.of(entry.name()));
    ArrayDeque<Function> work = new ArrayDeque<>(List.of(entry));
    while (!work.isEmpty()) {
      Function next = work.remove();
      if (next == entry) {
        ParameterUses.indexed(entry).forEach(this::inMemory);
      } else {
        addressed(next);
      }
      List<Name> names = walk(next.body());
      if (callsPointers(next.body())) {
        functions.targets().stream().filter(f -> seen.add(f.name())).forEach(work::add);
      }
      for (Name name : names) {
        Variable v = module.variables().get(name.text());
        if (v != null) {
          found.putIfAbsent(v.at(), v);
        }
        Function f = module.functions().get(name.text());
        if (f != null && f.body() != null && seen.add(f.name())) {
          work.add(f);
        }
      }
    }
    // The host may write visible variables that only other kernels read, and may read addresses of
    // functions, which it passes to kernels, from variables that no kernel mentions.
    module.variables().values().stream()
        .filter(v -> !v.space().equals("shared"))
        .filter(v -> v.linkage().contains(Linkage.VISIBLE) || pointsToFunctions(v))
        .forEach(v -> found.putIfAbsent(v.at(), v));
    referenced();
  }

  private boolean callsPointers(List<Statement> statements) {
    return statements.stream()
        .anyMatch(
            s ->
                s instanceof Syntax.Scope scope && callsPointers(scope.statements())
                    || s instanceof Syntax.Instruction i && functions.isIndirect(i));
  }

  private boolean pointsToFunctions(Variable v) {
    return v.initial().references().stream().anyMatch(r -> functions.of(r.at().text()).isPresent());
  }

  /** Adds the variables to which initial values point. */
  private void referenced() {
    ArrayDeque<Variable> work = new ArrayDeque<>(found.values());
    while (!work.isEmpty()) {
      for (Syntax.Reference r : work.remove().initial().references()) {
        Variable v = module.variables().get(r.at().text());
        if (v == null && functions.of(r.at().text()).isEmpty()) {
          throw source.error(
              r.at(),
              "unknown name "
                  + r.at().shown()
                  + Suggestions.hint(r.at().text(), module.variables().keySet()));
        }
        if (v != null && found.putIfAbsent(v.at(), v) == null) {
          work.add(v);
        }
      }
    }
  }

  /** Places a function's parameter in memory if its address is taken (an array in a structure). */
  private void addressed(Function function) {
    Set<String> taken = new LinkedHashSet<>();
    moved(function.body(), taken);
    for (Variable v : function.parameters()) {
      if (v.space().equals("param") && taken.contains(v.name())) {
        inMemory(v);
      }
    }
  }

  private void inMemory(Variable v) {
    found.put(
        v.at(),
        new Variable(
            v.at(),
            v.name(),
            "local",
            v.layout(),
            Set.of(),
            new Syntax.Contents(v.initial().bytes(), List.of())));
  }

  /** Collects the names that a body moves to registers. */
  private static void moved(List<Statement> statements, Set<String> out) {
    for (Statement s : statements) {
      if (s instanceof Syntax.Scope scope) {
        moved(scope.statements(), out);
      } else if (s instanceof Syntax.Instruction i
          && i.opcode().text().equals("mov")
          && i.operands().size() == 2
          && i.operands().get(1) instanceof Name name) {
        out.add(name.text());
      }
    }
  }

  /** Records the variables that a body declares, and returns the names that it uses. */
  private List<Name> walk(List<Statement> statements) {
    List<Name> names = new ArrayList<>();
    for (Statement s : statements) {
      if (s instanceof Syntax.Scope scope) {
        names.addAll(walk(scope.statements()));
      } else if (s instanceof Syntax.Declaration d && !d.variable().space().equals("param")) {
        found.put(d.variable().at(), d.variable());
      } else if (s instanceof Syntax.Instruction i) {
        i.operands().forEach(a -> names(a, names));
      }
    }
    return names;
  }

  private static void names(Argument a, List<Name> out) {
    if (a instanceof Name name) {
      out.add(name);
    } else if (a instanceof Syntax.Memory m) {
      names(m.base(), out);
    } else if (a instanceof Syntax.Group g) {
      g.elements().forEach(x -> names(x, out));
    }
  }

  private void place(KernelBuilder builder) {
    int index = 0;
    long local = 0;
    long hidden = 0;
    List<Variable> dynamic = new ArrayList<>();
    for (Variable v : found.values()) {
      if (v.space().equals("shared") && v.layout().count() == 0) {
        dynamic.add(v);
        continue;
      }
      if (v.linkage().contains(Linkage.EXTERNAL)) {
        throw source.error(
            v.at(), "'" + v.name() + "' is declared .extern and defined nowhere in this file");
      }
      long offset = 0;
      Space space =
          switch (v.space()) {
            case "shared" -> Space.LOCAL;
            case "local" -> Space.PRIVATE;
            case "const" -> Space.CONSTANT;
            case "tex" -> Space.TEXTURE;
            default -> Space.GLOBAL;
          };
      if (space == Space.LOCAL) {
        offset = align(local, v.layout().alignment());
        local = check(v, offset + v.bytes());
      } else if (space == Space.PRIVATE) {
        offset = align(hidden, v.layout().alignment());
        hidden = check(v, offset + v.bytes());
      }
      add(v, space, offset, index++);
    }
    // All dynamic arrays start at one address, as in CUDA.
    for (Variable v : dynamic) {
      local = align(local, v.layout().alignment());
    }
    for (Variable v : dynamic) {
      add(v, Space.LOCAL, local, index++);
    }
    order.forEach(v -> builder.variable(portable(v)));
  }

  private void add(Variable v, Space space, long offset, int index) {
    order.add(v);
    placed.put(v.at(), new Placed(index, space, (int) offset, v.bytes()));
  }

  private io.lockstep.kernel.type.Variable portable(Variable v) {
    Placed place = placed.get(v.at());
    List<io.lockstep.kernel.type.Variable.Reference> references = new ArrayList<>();
    byte[] initial = v.initial().bytes();
    if (demotes && v.type() == PtxType.F64) {
      initial = demoted(initial);
    }
    for (Syntax.Reference r : v.initial().references()) {
      Variable target = module.variables().get(r.at().text());
      if (target == null) {
        initial = withFunction(initial, r);
        continue;
      }
      Placed there = placed.get(target.at());
      if (module.addressBits() != 64
          || there.space() != Space.GLOBAL && there.space() != Space.CONSTANT) {
        throw source.error(
            r.at(),
            ("an address as initial value is that of a .global or .const variable in a"
                    + " module of 64-bit addresses; '%s' is .%s with %s bits")
                .formatted(target.name(), target.space(), module.addressBits()));
      }
      references.add(
          new io.lockstep.kernel.type.Variable.Reference(
              (int) r.offset(), there.index(), r.addend(), r.shift()));
    }
    return new io.lockstep.kernel.type.Variable(
        v.name(),
        place.space(),
        place.offset(),
        (int) v.bytes(),
        v.layout().alignment(),
        initial,
        references);
  }

  /** Refuses initial doubles that demoted kernels share with a kernel that keeps its doubles. */
  public void shared(String other) {
    for (Variable v : order) {
      if (v.type() == PtxType.F64
          && !Arrays.equals(v.initial().bytes(), demoted(v.initial().bytes()))) {
        throw source.error(
            v.at(),
            "'%s' has initial doubles for all kernels of the file: demote those of '%s' too"
                .formatted(v.name(), other));
      }
    }
  }

  /** Converts doubles to the floats that a demoted kernel reads instead. */
  private static byte[] demoted(byte[] doubles) {
    ByteBuffer bytes = ByteBuffer.wrap(doubles.clone()).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at + Long.BYTES <= doubles.length; at += Long.BYTES) {
      bytes.putLong(at, DoubleDemotion.demoted(bytes.getLong(at)));
    }
    return bytes.array();
  }

  /** Returns initial bytes with the address, or one byte of the address, of a function. */
  private byte[] withFunction(byte[] initial, Syntax.Reference r) {
    long address = functions.of(r.at().text()).orElseThrow() + r.addend();
    byte[] bytes = initial.clone();
    int at = (int) r.offset();
    if (r.shift() >= 0) {
      bytes[at] = (byte) (address >>> r.shift());
    } else {
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(at, address);
    }
    return bytes;
  }

  private long check(Variable v, long bytes) {
    if (bytes > MAX_BYTES) {
      throw source.error(
          v.at(), "'" + v.name() + "' brings ." + v.space() + " memory beyond 1 GiB");
    }
    return bytes;
  }

  public static long align(long offset, int alignment) {
    return (offset + alignment - 1) & -(long) alignment;
  }
}
