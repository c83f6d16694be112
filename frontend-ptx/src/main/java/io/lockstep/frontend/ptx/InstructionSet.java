package io.lockstep.frontend.ptx;

import io.lockstep.trace.yaml.Suggestions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is supported in which forms, and what is refused: the documentation's table and the tests'
 * source. Stateless.
 *
 * <p>In a form {@code {.a|.b}} may be left out and {@code (.a|.b)} may not. Operands: d, a, b, c
 * registers of the type (of a conversion: d of the first, a of the second type), p, q predicates,
 * h, i, l registers of 16, 32, 64 bits, x, y, z, w vector elements of the type, [m] an address, P a
 * parameter, S one of a call, L a label, T a table of labels, F a function, numbers themselves.
 */
final class InstructionSet {
  /**
   * One instruction, or several that differ in name only.
   *
   * @param family heading in the documentation
   * @param name first field of the opcode
   * @param meaning one line for people; of a refused instruction the reason
   * @param forms empty where refused
   * @param modifiers all that occur in the forms, without their dots
   */
  record Entry(
      String family, String name, String meaning, List<String> forms, Set<String> modifiers) {
    boolean isRefused() {
      return forms.isEmpty();
    }

    /** Whether a form has a modifier, or another integer type of the same width. */
    boolean has(String modifier) {
      PtxType t = PtxType.named(modifier);
      if (modifiers.contains(modifier) || t == null || !t.isInteger()) {
        return modifiers.contains(modifier);
      }
      return modifiers.contains("b" + t.bits())
          || modifiers.contains("u" + t.bits())
          || modifiers.contains("s" + t.bits());
    }
  }

  private static final Pattern MODIFIER = Pattern.compile("\\.([\\w:]+)");
  private static final Map<String, Entry> ALL = all();

  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private String family = "";

  private InstructionSet() {}

  static List<Entry> entries() {
    return List.copyOf(ALL.values());
  }

  /** Why an instruction is refused, or null. */
  static String refusal(String name) {
    Entry e = ALL.get(name);
    return e != null && e.isRefused() ? e.meaning() : null;
  }

  /** Refuses a decoded instruction with a modifier that none of its forms has. */
  static void check(Syntax.Instruction i, SourceText source) {
    Entry e = ALL.get(i.opcode().text());
    for (Token t : i.modifiers()) {
      if (!e.has(t.name())) {
        throw source.error(
            t,
            "unknown modifier '"
                + t.text()
                + "' of '"
                + e.name()
                + "'"
                + Suggestions.nearest(t.name(), e.modifiers())
                    .map(n -> "; did you mean '." + n + "'?")
                    .orElse(""));
      }
    }
  }

  private static Map<String, Entry> all() {
    InstructionSet t = new InstructionSet();
    t.arithmetic();
    t.bits();
    t.moves();
    t.memory();
    t.lanes();
    t.control();
    t.hints();
    t.refused();
    return Collections.unmodifiableMap(t.entries);
  }

  private void add(String name, String meaning, String... forms) {
    List<String> full = new ArrayList<>();
    for (String form : forms) {
      full.add(name + form);
    }
    Entry entry = new Entry(family, name, meaning, List.copyOf(full), modifiers(full));
    if (entries.put(name, entry) != null) {
      throw new IllegalStateException("'" + name + "' stands in the table twice");
    }
  }

  private static Set<String> modifiers(List<String> forms) {
    Set<String> all = new LinkedHashSet<>();
    for (String form : forms) {
      Matcher m = MODIFIER.matcher(form.split(" ", 2)[0]);
      while (m.find()) {
        all.add(m.group(1));
      }
    }
    return all;
  }

  private void refuse(String reason, String... names) {
    for (String name : names) {
      add(name, reason);
    }
  }

  private void arithmetic() {
    family = "Integers and floats";
    String modes = "{.rn|.rz|.rm|.rp}";
    for (String name : List.of("add", "sub")) {
      String sign = name.equals("add") ? "+" : "−";
      List<String> forms =
          new ArrayList<>(
              List.of(
                  "(.u16|.u32|.u64|.s16|.s32|.s64|.b16|.b32|.b64) d, a, b",
                  "{.sat}.s32 d, a, b",
                  "{.cc}(.u32|.s32|.u64|.s64) d, a, b",
                  modes + "{.ftz}{.sat}.f32 d, a, b",
                  modes + ".f64 d, a, b",
                  "{.rn}{.ftz}{.sat}(.f16|.f16x2) d, a, b",
                  "{.rn}(.bf16|.bf16x2) d, a, b"));
      if (name.equals("add")) {
        forms.add("(.u16x2|.s16x2) d, a, b");
      }
      add(name, "a " + sign + " b", forms.toArray(String[]::new));
    }
    add("addc", "a + b + carry", "{.cc}(.u32|.s32|.u64|.s64) d, a, b");
    add("subc", "a − b − borrow", "{.cc}(.u32|.s32|.u64|.s64) d, a, b");
    add(
        "mul",
        "a · b",
        "(.lo|.hi)(.u16|.u32|.u64|.s16|.s32|.s64) d, a, b",
        ".wide(.u16|.s16) i, a, b",
        ".wide(.u32|.s32) l, a, b",
        modes + "{.ftz}{.sat}.f32 d, a, b",
        modes + ".f64 d, a, b",
        "{.rn}{.ftz}{.sat}(.f16|.f16x2) d, a, b",
        "{.rn}(.bf16|.bf16x2) d, a, b");
    add(
        "mad",
        "a · b + c; of floats as fma",
        "(.lo|.hi)(.u16|.u32|.u64|.s16|.s32|.s64) d, a, b, c",
        ".hi{.sat}.s32 d, a, b, c",
        "(.lo|.hi){.cc}(.u32|.s32|.u64|.s64) d, a, b, c",
        ".wide(.u16|.s16) i, a, b, i",
        ".wide(.u32|.s32) l, a, b, l",
        modes + "{.ftz}{.sat}.f32 d, a, b, c",
        modes + ".f64 d, a, b, c");
    add("madc", "a · b + c + carry", "(.lo|.hi){.cc}(.u32|.s32|.u64|.s64) d, a, b, c");
    add(
        "fma",
        "a · b + c rounded once; .relu: negative results become 0",
        "(.rn|.rz|.rm|.rp){.ftz}{.sat}.f32 d, a, b, c",
        "(.rn|.rz|.rm|.rp).f64 d, a, b, c",
        ".rn{.ftz}{.sat}(.f16|.f16x2) d, a, b, c",
        ".rn{.ftz}{.relu}(.f16|.f16x2) d, a, b, c",
        ".rn{.relu}(.bf16|.bf16x2) d, a, b, c");
    add("mul24", "product of the lower 24 bits", "(.lo|.hi)(.u32|.s32) d, a, b");
    add("mad24", "the same + c", "(.lo|.hi)(.u32|.s32) d, a, b, c", ".hi{.sat}.s32 d, a, b, c");
    add(
        "div",
        "a / b",
        "(.u16|.u32|.u64|.s16|.s32|.s64) d, a, b",
        "(.approx|.full|.rn|.rz|.rm|.rp){.ftz}.f32 d, a, b",
        "(.rn|.rz|.rm|.rp).f64 d, a, b");
    add("rem", "a mod b with the sign of a", "(.u16|.u32|.u64|.s16|.s32|.s64) d, a, b");
    add("sad", "c + |a − b|", "(.u16|.u32|.u64|.s16|.s32|.s64) d, a, b, c");
    for (String name : List.of("abs", "neg")) {
      add(
          name,
          name.equals("abs") ? "|a|" : "−a",
          "(.s16|.s32|.s64) d, a",
          "{.ftz}.f32 d, a",
          ".f64 d, a",
          "{.ftz}(.f16|.f16x2) d, a",
          "(.bf16|.bf16x2) d, a");
    }
    for (String name : List.of("min", "max")) {
      add(
          name,
          "of floats the number where one is NaN, with .NaN the NaN;"
              + " .xorsign.abs: of the magnitudes, with the sign of the product",
          "(.u16|.u32|.u64|.s16|.s32|.s64|.u16x2|.s16x2) d, a, b",
          "{.relu}(.s32|.s16x2) d, a, b",
          "{.ftz}{.NaN}{.xorsign.abs}.f32 d, a, b",
          "{.ftz}{.NaN}.f32 d, a, b, c",
          ".f64 d, a, b",
          "{.ftz}{.NaN}{.xorsign.abs}(.f16|.f16x2) d, a, b",
          "{.NaN}{.xorsign.abs}(.bf16|.bf16x2) d, a, b");
    }
    add(
        "rcp",
        "1 / a",
        "(.approx|.rn|.rz|.rm|.rp){.ftz}.f32 d, a",
        "(.rn|.rz|.rm|.rp).f64 d, a",
        ".approx.ftz.f64 d, a");
    add("sqrt", "√a", "(.approx|.rn|.rz|.rm|.rp){.ftz}.f32 d, a", "(.rn|.rz|.rm|.rp).f64 d, a");
    add("rsqrt", "1 / √a", ".approx{.ftz}.f32 d, a", ".approx{.ftz}.f64 d, a");
    add("sin", "sine", ".approx{.ftz}.f32 d, a");
    add("cos", "cosine", ".approx{.ftz}.f32 d, a");
    add("lg2", "binary logarithm", ".approx{.ftz}.f32 d, a");
    for (String name : List.of("ex2", "tanh")) {
      add(
          name,
          name.equals("ex2") ? "2 to the power a" : "hyperbolic tangent",
          name.equals("ex2") ? ".approx{.ftz}.f32 d, a" : ".approx.f32 d, a",
          ".approx(.f16|.f16x2) d, a",
          ".approx{.ftz}(.bf16|.bf16x2) d, a");
    }
    add("copysign", "b with the sign of a", "(.f32|.f64) d, a, b");
    add(
        "testp",
        "class of a number",
        "(.finite|.infinite|.number|.notanumber|.normal|.subnormal)(.f32|.f64) p, a");
  }

  private void bits() {
    family = "Bits";
    for (String name : List.of("and", "or", "xor")) {
      add(name, "bit by bit", "(.b16|.b32|.b64|.pred) d, a, b");
    }
    add("not", "bit by bit", "(.b16|.b32|.b64|.pred) d, a");
    add("cnot", "a = 0 ? 1 : 0", "(.b16|.b32|.b64) d, a");
    add("shl", "shifts of the width or more leave 0", "(.b16|.b32|.b64) d, a, i");
    add(
        "shr",
        "shifts of the width or more leave 0 or the sign",
        "(.b16|.b32|.b64|.u16|.u32|.u64|.s16|.s32|.s64) d, a, i");
    add("shf", "part of b : a shifted", "(.l|.r)(.wrap|.clamp).b32 d, a, b, i");
    add("bfe", "c bits of a from bit b on", "(.u32|.u64|.s32|.s64) d, a, i, i");
    add("bfi", "a inserted into b", "(.b32|.b64) d, a, b, i, i");
    add("brev", "bits reversed", "(.b32|.b64) d, a");
    add("popc", "number of ones", "(.b32|.b64) i, a");
    add("clz", "leading zeros", "(.b32|.b64) i, a");
    add(
        "bfind",
        "leading one, or leading bit that is not the sign",
        "{.shiftamt}(.u32|.u64|.s32|.s64) i, a");
    add("fns", "position of the n-th one", ".b32 d, a, i, i");
    add("bmsk", "consecutive ones", "(.wrap|.clamp).b32 d, i, i");
    add("szext", "extension from a number of bits", "(.wrap|.clamp)(.u32|.s32) d, a, i");
    add("prmt", "four of eight bytes", ".b32{.f4e|.b4e|.rc8|.ecl|.ecr|.rc16} d, a, b, i");
    add(
        "lop3", "any function of three bits by its table; .or, .and: also a predicate",
        ".b32 d, a, b, c, 150", "(.or|.and).b32 d|p, a, b, c, 150, q");
    add("dp4a", "c + four products of bytes", "(.u32.u32|.u32.s32|.s32.u32|.s32.s32) i, i, i, i");
    add(
        "dp2a",
        "c + two products of halves and bytes",
        "(.lo|.hi)(.u32.u32|.u32.s32|.s32.u32|.s32.s32) i, i, i, i");
    for (String name : List.of("vabsdiff2", "vabsdiff4")) {
      add(
          name,
          "|a − b| part by part; .add: their sum + c",
          "(.u32.u32.u32|.s32.s32.s32|.u32.s32.s32){.add} i, i, i, i");
    }
  }

  private void moves() {
    family = "Moves, comparisons, conversions";
    add(
        "mov",
        "also of special registers, addresses, and vectors packed or unpacked",
        "(.b16|.b32|.b64|.u16|.u32|.u64|.s16|.s32|.s64|.f32|.f64|.pred) d, a",
        ".b32 d, {h, h}",
        ".b64 d, {i, i}",
        ".b64 {i, i}, a");
    add("selp", "p ? a : b", "(.b16|.b32|.b64|.u16|.u32|.u64|.s16|.s32|.s64|.f32|.f64) d, a, b, p");
    add(
        "slct",
        "c ≥ 0 ? a : b",
        "(.b16|.b32|.b64|.u16|.u32|.u64|.s16|.s32|.s64|.f32|.f64).s32 d, a, b, i",
        "{.ftz}(.b32|.f32|.b64|.f64).f32 d, a, b, i");
    String ordered = "(.eq|.ne|.lt|.le|.gt|.ge";
    String floats = ordered + "|.equ|.neu|.ltu|.leu|.gtu|.geu|.num|.nan)";
    add(
        "setp",
        "comparison into predicates, which may be combined with another",
        ordered + ")(.u16|.u32|.u64|.s16|.s32|.s64) p, a, b",
        "(.eq|.ne)(.b16|.b32|.b64) p, a, b",
        "(.lo|.ls|.hi|.hs)(.u16|.u32|.u64) p, a, b",
        ordered + ")(.and|.or|.xor)(.u32|.s32) p|q, a, b, q",
        floats + "{.ftz}.f32 p, a, b",
        floats + ".f64 p, a, b",
        floats + "{.ftz}.f16 p, a, b",
        floats + "{.ftz}.f16x2 p|q, a, b",
        floats + ".bf16 p, a, b",
        floats + ".bf16x2 p|q, a, b");
    add(
        "set",
        "comparison into 1.0 or all ones",
        ordered + ")(.u32.u32|.u32.s32|.s32.s64|.u32.u64|.u32.u16|.f32.s32) i, a, b",
        ordered + ")(.and|.or|.xor).u32.s32 i, a, b, q",
        floats + "{.ftz}(.u32.f32|.f32.f32) i, a, b",
        floats + "(.u32.f64|.f32.f64) i, a, b",
        floats + "{.ftz}.f16.f16 h, a, b",
        floats + "(.bf16.bf16) h, a, b",
        floats + "{.ftz}(.f16x2.f16x2|.u32.f16x2) i, a, b",
        floats + "(.bf16x2.bf16x2|.u32.bf16x2) i, a, b");
    String whole = "(.rni|.rzi|.rmi|.rpi)";
    String nearest = "(.rn|.rz|.rm|.rp)";
    add(
        "cvt",
        "between types; a NaN becomes 0 or the top bit as an integer",
        "(.u16.u32|.u32.u64|.s64.s32|.u64.u32|.s16.s32|.u32.s16|.u8.u32|.s8.s32) d, a",
        ".sat(.u16.s32|.s16.s64|.u32.s64|.s32.u64) d, a",
        nearest + "(.f32.s32|.f32.u64|.f64.s64|.f32.f64|.f16.f32|.f16.s32|.f16.f64) d, a",
        nearest + "{.ftz}{.sat}.f32.f64 d, a",
        "(.f64.f32|.f32.f16|.f64.f16|.f32.bf16|.f64.bf16) d, a",
        whole + "{.ftz}{.sat}(.s32.f32|.u64.f32|.f32.f32) d, a",
        whole + "(.s32.f64|.f64.f64|.s32.f16|.f16.f16|.s64.bf16|.bf16.bf16) d, a",
        "(.rn|.rz){.relu}{.satfinite}(.f16.f32|.bf16.f32) d, a",
        nearest + "(.bf16.s32|.bf16.u64|.bf16.f64|.bf16.f16|.f16.bf16) d, a",
        "(.rn|.rz){.relu}{.satfinite}(.f16x2.f32|.bf16x2.f32) d, a, a",
        "(.rn|.rz|.rna){.relu}.tf32.f32 i, a",
        ".rn.satfinite{.relu}(.e4m3x2.f32|.e5m2x2.f32) h, a, a",
        ".rn.satfinite{.relu}(.e4m3x2.f16x2|.e5m2x2.f16x2) h, i",
        ".rn{.relu}(.f16x2.e4m3x2|.f16x2.e5m2x2) i, h",
        ".pack.sat(.s16|.u16).s32 i, i, i",
        ".pack.sat(.s8|.u8).s32.b32 i, i, i, i");
    add(
        "cvta",
        "to and from generic addresses; .u32 in modules with 32-bit addresses",
        "{.to}(.global|.shared|.shared::cta|.local|.const|.param|.param::entry).u64 d, l",
        "{.to}(.global|.shared|.shared::cta|.local|.const|.param|.param::entry).u32 d, i");
    add("isspacep", "where a generic address lies", "(.global|.shared|.shared::cta|.local) p, l");
  }

  private void memory() {
    family = "Memory";
    String types = "(.u8|.u16|.u32|.u64|.s8|.s16|.s32|.s64|.b8|.b16|.b32|.b64|.f16|.f32|.f64)";
    String caches = "{.ca|.cg|.cs|.lu|.cv}";
    String evicts =
        "{.L1::evict_normal|.L1::evict_unchanged|.L1::evict_first|.L1::evict_last"
            + "|.L1::no_allocate}{.L2::64B|.L2::128B|.L2::256B|.L2::evict_normal|.L2::evict_first"
            + "|.L2::evict_last}";
    String wide = "(.u32|.b32|.f32|.b64|.f64)";
    add(
        "ld",
        "orders stronger than .weak are volatile; caches and hints have no effect",
        "{.weak}{.global|.shared|.shared::cta|.local|.const}" + types + " d, [m]",
        ".global" + caches + ".f32 d, [m]",
        ".global{.nc}" + evicts + ".f32 d, [m]",
        ".global.L2::cache_hint.f32 d, [m], l",
        ".volatile{.global|.shared|.local}" + wide + " d, [m]",
        "(.relaxed|.acquire)(.cta|.cluster|.gpu|.sys){.global|.shared}" + wide + " d, [m]",
        ".mmio.relaxed.sys.global.u32 d, [m]",
        "{.global|.shared|.local|.const}.v2" + types + " {x, y}, [m]",
        "{.global|.shared|.local|.const}.v4(.u8|.u16|.u32|.f32) {x, y, z, w}, [m]",
        "(.param|.param::entry)(.u32|.b64) d, [P]",
        "(.param|.param::func).b32 d, [S]");
    add(
        "ldu",
        "as ld, of data nobody writes",
        ".global" + wide + " d, [m]",
        ".global.v2.f32 {x, y}, [m]");
    add(
        "st",
        "as ld",
        "{.weak}{.global|.shared|.shared::cta|.local}" + types + " [m], a",
        ".global{.wb|.cg|.cs|.wt}.f32 [m], a",
        ".global" + evicts + ".f32 [m], a",
        ".global.L2::cache_hint.f32 [m], a, l",
        ".volatile{.global|.shared|.local}" + wide + " [m], a",
        "(.relaxed|.release)(.cta|.cluster|.gpu|.sys){.global|.shared}" + wide + " [m], a",
        "{.global|.shared|.local}.v2" + types + " [m], {x, y}",
        "{.global|.shared|.local}.v4(.u8|.u16|.u32|.f32) [m], {x, y, z, w}",
        "(.param|.param::func).b32 [S], a");
    String where =
        "{.relaxed|.acquire|.release|.acq_rel}{.cta|.cluster|.gpu|.sys}"
            + "{.global|.shared|.shared::cta}";
    String integers = "(.u32|.s32|.u64|.s64)";
    String[] operations = {
      where + ".add(.u32|.s32|.u64|.f32|.f64)",
      where + "(.min|.max)" + integers,
      where + "(.and|.or|.xor)(.b32|.b64)",
      where + "(.inc|.dec).u32",
      where + ".add.noftz(.f16|.f16x2|.bf16|.bf16x2)"
    };
    List<String> atom = new ArrayList<>();
    List<String> red = new ArrayList<>();
    for (String form : operations) {
      atom.add(form + " d, [m], a");
      red.add(form + " [m], a");
    }
    atom.add(".global.L2::cache_hint.add.u32 d, [m], a, l");
    atom.add(where + ".exch(.b16|.b32|.b64) d, [m], a");
    atom.add(where + ".cas(.b16|.b32|.b64) d, [m], a, b");
    atom.add(".global.add.v2(.f32|.f16|.f16x2|.bf16|.bf16x2) {x, y}, [m], {x, y}");
    atom.add(".global.add.v4(.f32|.f16|.bf16) {x, y, z, w}, [m], {x, y, z, w}");
    red.add(".global.add.v2(.f32|.f16|.f16x2|.bf16|.bf16x2) [m], {x, y}");
    red.add(".global.add.v4(.f32|.f16|.bf16) [m], {x, y, z, w}");
    add(
        "atom",
        "16 bits and pairs of halves by a loop; element by element for vectors",
        atom.toArray(String[]::new));
    add("red", "as atom without a result", red.toArray(String[]::new));
    add("membar", "fence", "(.cta|.gl|.sys)");
    add(
        "fence",
        "fence",
        "{.sc|.acq_rel|.acquire|.release}(.cta|.cluster|.gpu|.sys)",
        ".proxy.alias");
    family = "Textures and surfaces";
    add(
        "tex",
        "fetch by the binding's format, filter and address mode",
        "(.1d|.a1d).v4(.f32.f32|.u32.f32|.s32.f32|.f32.s32) {x, y, z, w}, [l, {C1}]",
        ".2d.v4(.f32.f32|.u32.f32|.s32.f32|.f32.s32) {x, y, z, w}, [l, {C2}]",
        "(.3d|.a2d).v4(.f32.f32|.u32.f32|.f32.s32) {x, y, z, w}, [l, {C4}]",
        ".level.2d.v4.f32.f32 {x, y, z, w}, [l, {C2}], i",
        ".base.2d.v4.f32.f32 {x, y, z, w}, [l, {C2}]",
        ".grad.1d.v4.f32.f32 {x, y, z, w}, [l, {C1}], i, i",
        ".grad.2d.v4.f32.f32 {x, y, z, w}, [l, {C2}], {i, i}, {i, i}");
    String clamps = "(.trap|.clamp|.zero)";
    add(
        "suld",
        "x in bytes",
        ".b.1d(.b8|.b16|.b32|.b64)" + clamps + " d, [l, {i}]",
        ".b.2d{.ca|.cg|.cs|.cv}.b32" + clamps + " d, [l, {i, i}]",
        ".b.2d.v2.b32" + clamps + " {x, y}, [l, {i, i}]",
        ".b(.3d|.a2d).v4.b32" + clamps + " {x, y, z, w}, [l, {i, i, i, i}]");
    add(
        "sust",
        "x in bytes",
        ".b.1d(.b8|.b16|.b32|.b64)" + clamps + " [l, {i}], a",
        ".b.2d{.wb|.cg|.cs|.wt}.b32" + clamps + " [l, {i, i}], a",
        ".b.2d.v2.b32" + clamps + " [l, {i, i}], {x, y}",
        ".b(.3d|.a2d).v4.b32" + clamps + " [l, {i, i, i, i}], {x, y, z, w}");
  }

  private void lanes() {
    family = "Work-group and lanes (those between lanes fix the width at 32)";
    for (String name : List.of("bar", "barrier")) {
      List<String> forms =
          new ArrayList<>(
              List.of(
                  "{.cta}.sync 0",
                  "{.cta}.sync i, 64",
                  "{.cta}.arrive 1, 64",
                  "{.cta}.red.popc.u32 i, 0, p",
                  "{.cta}.red(.and|.or).pred q, 0, 64, p"));
      forms.add(name.equals("bar") ? ".warp.sync i" : "{.cta}.sync{.aligned} 0");
      add(name, "numbered barriers, of a part of the group too", forms.toArray(String[]::new));
    }
    add(
        "shfl",
        "exchange",
        ".sync(.up|.down|.bfly|.idx).b32 d|p, a, i, i, i",
        "(.up|.down|.bfly|.idx).b32 d|p, a, i, i");
    add(
        "vote",
        "all, any, equal, mask",
        ".sync(.all|.any|.uni).pred q, p, i",
        ".sync.ballot.b32 i, p, i",
        "(.all|.any|.uni).pred q, p",
        ".ballot.b32 i, p");
    add(
        "match",
        "lanes with the same value",
        ".any.sync(.b32|.b64) i, a, i",
        ".all.sync(.b32|.b64) i|p, a, i");
    add(
        "redux",
        "reduction over lanes",
        ".sync(.add|.min|.max)(.u32|.s32) d, a, i",
        ".sync(.and|.or|.xor).b32 d, a, i");
    add("activemask", "lanes that execute together", ".b32 d");
    add("elect", "one of the lanes", ".sync i|p, i");
  }

  private void control() {
    family = "Control";
    add("bra", "branch", "{.uni} L");
    add("brx", "branch by a table", ".idx{.uni} i, T");
    add("call", "inlined; recursion and pointers are refused", "{.uni} F, ()");
    add("ret", "from a function or the kernel", "{.uni}");
    add("exit", "the work-item ends", "");
    add("trap", "the program gives up", "");
  }

  private void hints() {
    family = "Accepted without effect";
    add(
        "prefetch",
        "caches are filled by demand",
        "{.global|.local}(.L1|.L2) [m]",
        ".global(.L2::evict_last|.L2::evict_normal) [m]");
    add("prefetchu", "caches are filled by demand", ".L1 [m]");
    add("discard", "what the line holds may be kept as well as lost", "{.global}.L2 [m], 128");
    add("applypriority", "caches know no priorities", "{.global}.L2::evict_normal [m], 128");
    add(
        "createpolicy",
        "a number that only hints read: 0",
        ".fractional(.L2::evict_last|.L2::evict_normal|.L2::evict_first|.L2::evict_unchanged)"
            + ".b64 l, 0.5",
        ".range.global.L2::evict_last.b64 l, [m], 64, 128",
        ".cvt.L2.b64 l, l");
    add("nanosleep", "waiting changes no result", ".u32 i");
    add("pmevent", "there is no measuring tool", " 3", ".mask 3");
    add("griddepcontrol", "launches run one after another", "(.wait|.launch_dependents)");
  }

  private void refused() {
    family = "Refused";
    refuse("matrix instructions", "mma", "wmma", "wgmma", "ldmatrix", "stmatrix", "movmatrix");
    refuse("matrix instructions of sm_100", "tcgen05");
    refuse("asynchronous copies", "cp", "tensormap");
    refuse("barriers in memory, which asynchronous copies and split arrivals use", "mbarrier");
    refuse("thread-block clusters and their memory", "mapa", "getctarank", "multimem");
    refuse("cancelling of work-groups (sm_100)", "clusterlaunchcontrol");
    refuse("registers handed from warp to warp for matrix instructions", "setmaxnreg");
    refuse(
        "video instructions; nvcc emits vabsdiff2 and vabsdiff4 only, which are read",
        "vadd",
        "vsub",
        "vabsdiff",
        "vmin",
        "vmax",
        "vshl",
        "vshr",
        "vmad",
        "vset",
        "vadd2",
        "vadd4",
        "vsub2",
        "vsub4",
        "vavrg2",
        "vavrg4",
        "vset2",
        "vset4",
        "vmin2",
        "vmin4",
        "vmax2",
        "vmax4");
    refuse("four texels at once", "tld4");
    refuse("a kernel does not see what a texture is bound to", "txq", "suq", "istypep");
    refuse("reductions on surfaces", "sured");
    refuse("private memory of a size known at run time", "alloca", "stacksave", "stackrestore");
    refuse("a stop for a debugger, of which there is none", "brkpt");
  }
}
