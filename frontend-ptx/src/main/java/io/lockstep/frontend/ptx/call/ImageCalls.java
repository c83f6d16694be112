// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.call;

import io.lockstep.frontend.ptx.emit.CallBytes;
import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.emit.Symbol;
import io.lockstep.frontend.ptx.emit.VariablePlacement;
import io.lockstep.frontend.ptx.memory.Textures;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.frontend.ptx.syntax.Syntax.Name;
import io.lockstep.io.InputException;
import io.lockstep.kernel.argument.ImageQuery;
import io.lockstep.kernel.argument.SamplerInfo;
import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Texels;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decodes calls of OpenCL C's image functions. clang emits them as calls of undefined functions
 * with mangled names, since no library has them for this target. A read becomes a texture fetch
 * with a sampler, a write a store of a whole texel, and a query an additional kernel parameter
 * ({@link ImageQuery}). One instance per kernel.
 */
public final class ImageCalls {
  private static final String SAMPLER = "__translate_sampler_initializer";

  /** Matches a mangled name: the function, the image's type, the rest of the signature. */
  private static final Pattern MANGLED =
      Pattern.compile(
          "_Z\\d+(read_image|write_image|get_image_)([a-z_]+?)"
              + "\\d+ocl_image([a-z0-9_]+?)_(ro|wo|rw)"
              + "(11ocl_sampler)?(.*)");

  /** The sampler for reads without a sampler argument (OpenCL C 1.2, 6.12.14.3). */
  private static final SamplerInfo NONE =
      new SamplerInfo(false, SamplerInfo.Address.NONE, TextureInfo.Filter.NEAREST);

  private final PtxWriter e;
  private final List<Parameter> parameters;
  private final Definitions definitions;

  /** Creates the decoder of a kernel; query parameters are appended to {@code parameters}. */
  public ImageCalls(PtxWriter e, List<Parameter> parameters) {
    this.e = e;
    this.parameters = parameters;
    definitions = new Definitions(e.blocks);
  }

  static boolean isKnown(String function) {
    return function.equals(SAMPLER) || MANGLED.matcher(function).matches();
  }

  void call(Name callee, List<Symbol.Slots> results, List<Symbol.Slots> arguments) {
    if (callee.text().equals(SAMPLER)) {
      declared(callee, List.of(8L), results, List.of(4L), arguments);
      CallBytes.store(results.get(0), PtxType.B64, 0, constant(callee, arguments.get(0)), e);
      return;
    }
    Matcher m = MANGLED.matcher(callee.text());
    if (!m.matches()) {
      throw new IllegalArgumentException(callee.text());
    }
    switch (m.group(1)) {
      case "read_image" -> read(callee, m, results, arguments);
      case "write_image" -> write(callee, m, results, arguments);
      default -> ask(callee, m, results, arguments);
    }
  }

  /** Checks, after all code has been emitted, that no image or sampler changes after its use. */
  public void check() {
    definitions
        .disproved()
        .ifPresent(
            callee -> {
              throw e.error(
                  callee, "an image or a sampler that changes behind its use is not supported");
            });
  }

  /** Checks the parameter sizes of a function that the program may have declared itself. */
  private void declared(
      Name callee,
      List<Long> bytesOfResults,
      List<Symbol.Slots> results,
      List<Long> bytesOfArguments,
      List<Symbol.Slots> arguments) {
    List<Long> given = results.stream().map(Symbol.Slots::bytes).toList();
    List<Long> taken = arguments.stream().map(Symbol.Slots::bytes).toList();
    if (!given.equals(bytesOfResults) || !taken.equals(bytesOfArguments)) {
      throw e.error(
          callee,
          "'%s' returns and takes parameters of %s and %s bytes, expected %s and %s"
              .formatted(callee.text(), given, taken, bytesOfResults, bytesOfArguments));
    }
  }

  private InputException unsupported(Name callee, String what) {
    return e.error(
        callee,
        what
            + " is not supported: expected one of image1d_t, image1d_buffer_t,"
            + " image1d_array_t, image2d_t, image2d_array_t, image3d_t");
  }

  /** Returns the sampler that constant CLK_… flags in the source describe. */
  private Operand constant(Name callee, Symbol.Slots argument) {
    Operand bits = definitions.origin(CallBytes.load(argument, PtxType.B32, 0, e), callee);
    if (bits.isRegister()) {
      throw e.error(callee, "a sampler whose flags are known at run time only is not supported");
    }
    SamplerInfo sampler =
        SamplerInfo.of((int) bits.bits())
            .orElseThrow(
                () ->
                    e.error(
                        callee,
                        "0x" + Long.toHexString(bits.bits()) + " is not a sampler of CLK_… flags"));
    if (sampler.repeats() && !sampler.normalized()) {
      throw e.error(
          callee,
          "a sampler with CLK_ADDRESS_"
              + sampler.address().name().toUpperCase(Locale.ROOT)
              + " wants CLK_NORMALIZED_COORDS_TRUE (OpenCL C 1.2, 6.12.14.1)");
    }
    return Operand.immediate(Address.sampler(sampler.bits()));
  }

  private Texels.Geometry geometry(Name callee, String image) {
    Texels.Geometry geometry =
        Textures.GEOMETRIES.get(
            switch (image) {
              case "1d", "1d_buffer" -> "1d";
              case "1d_array" -> "a1d";
              case "2d_array" -> "a2d";
              default -> image;
            });
    if (geometry == null) {
      throw unsupported(callee, "image" + image + "_t");
    }
    return geometry;
  }

  /** Returns the bytes of a coordinate vector; a vector of three occupies four elements. */
  private static long coordinateBytes(Texels.Geometry geometry) {
    return geometry.coordinates() == 3 ? 16 : 4L * geometry.coordinates();
  }

  /** Returns the texel type of a function suffix: f, i or ui. */
  private PtxType texels(Name callee, String suffix) {
    return switch (suffix) {
      case "f" -> PtxType.F32;
      case "i" -> PtxType.S32;
      case "ui" -> PtxType.U32;
      default ->
          throw e.error(callee, "images of '" + suffix + "' are not supported: use f, i, ui");
    };
  }

  private Operand handle(Symbol.Slots image) {
    return Operand.register(image.whole(PtxType.B64, e.builder));
  }

  /** Loads coordinates, with the layer first as the operation expects. */
  private List<Operand> coordinates(Symbol.Slots at, Texels.Geometry geometry, boolean floats) {
    PtxType type = floats ? PtxType.F32 : PtxType.S32;
    List<Operand> all = new ArrayList<>();
    for (int d = 0; d < geometry.coordinates(); d++) {
      all.add(typed(CallBytes.load(at, type, 4L * d, e), type.type()));
    }
    if (geometry.isLayered()) {
      Operand layer = all.remove(all.size() - 1);
      all.add(0, floats ? rounded(layer) : layer);
    }
    return all;
  }

  private Operand typed(Operand value, Type type) {
    if (!value.isRegister() || e.builder.typeOf(value.register()) == type) {
      return value;
    }
    return e.value(Op.MOVE, type, value);
  }

  /** Rounds the layer to the nearest integer (OpenCL 1.2, 8.4). */
  private Operand rounded(Operand layer) {
    return e.value(
        Type.I32,
        InstructionBuilder.of(Op.CONVERT, Type.I32)
            .sourceType(Type.F32)
            .signed(true)
            .rounding(Rounding.NEAREST_EVEN)
            .from(layer));
  }

  private void read(
      Name callee, Matcher m, List<Symbol.Slots> results, List<Symbol.Slots> arguments) {
    Texels.Geometry geometry = geometry(callee, m.group(3));
    PtxType type = texels(callee, m.group(2));
    boolean sampler = m.group(5) != null;
    boolean floats = m.group(6).endsWith("f");
    if (arguments.size() != (sampler ? 3 : 2)) {
      throw e.error(callee, "images with levels of detail are not supported");
    }
    long at = coordinateBytes(geometry);
    declared(
        callee, List.of(16L), results, sampler ? List.of(8L, 8L, at) : List.of(8L, at), arguments);
    List<Operand> sources = new ArrayList<>();
    sources.add(handle(arguments.get(0)));
    sources.addAll(coordinates(arguments.get(sampler ? 2 : 1), geometry, floats));
    sources.add(
        sampler
            ? definitions.origin(handle(arguments.get(1)), callee)
            : Operand.immediate(Address.sampler(NONE.bits())));
    List<Integer> texel = new ArrayList<>();
    for (int c = 0; c < 4; c++) {
      texel.add(e.temp(type.type()));
    }
    e.emit(
        InstructionBuilder.of(Op.TEXTURE, type.type())
            .sourceType(floats ? Type.F32 : Type.I32)
            .signed(type.signed())
            .sourceSigned(!floats)
            .variant(Texels.Fetch.sampled(geometry))
            .from(sources)
            .to(texel)
            .vectorGroup(e.vectorGroup())
            .memory(
                new MemoryAccess(
                    Space.TEXTURE, type.type(), 4, -1, 0, MemoryAccess.Qualifiers.CONSTANT)));
    for (int c = 0; c < 4; c++) {
      CallBytes.store(results.get(0), type, 4L * c, Operand.register(texel.get(c)), e);
    }
  }

  private void write(
      Name callee, Matcher m, List<Symbol.Slots> results, List<Symbol.Slots> arguments) {
    Texels.Geometry geometry = geometry(callee, m.group(3));
    PtxType type = texels(callee, m.group(2));
    if (arguments.size() != 3) {
      throw e.error(callee, "images with levels of detail are not supported");
    }
    declared(callee, List.of(), results, List.of(8L, coordinateBytes(geometry), 16L), arguments);
    List<Operand> sources = new ArrayList<>();
    sources.add(handle(arguments.get(0)));
    sources.addAll(coordinates(arguments.get(1), geometry, false));
    for (int c = 0; c < 4; c++) {
      sources.add(typed(CallBytes.load(arguments.get(2), type, 4L * c, e), type.type()));
    }
    e.emit(
        InstructionBuilder.of(Op.SURFACE_STORE, type.type())
            .signed(type.signed())
            .variant(Texels.Surface.texels(geometry))
            .from(sources)
            .vectorGroup(e.vectorGroup())
            .memory(new MemoryAccess(Space.TEXTURE, type.type(), 4, -1, 0)));
  }

  private void ask(
      Name callee, Matcher m, List<Symbol.Slots> results, List<Symbol.Slots> arguments) {
    boolean dim = m.group(2).equals("dim");
    boolean size = m.group(2).equals("array_size");
    long bytes = dim ? m.group(3).equals("3d") ? 16 : 8 : size ? e.addressBits / 8 : 4;
    declared(callee, List.of(bytes), results, List.of(8L), arguments);
    Symbol.Slots result = results.get(0);
    Symbol.Slots image = arguments.get(0);
    if (dim) {
      answer(callee, ImageQuery.WIDTH, image, result, 0);
      answer(callee, ImageQuery.HEIGHT, image, result, 4);
      if (m.group(3).equals("3d")) {
        answer(callee, ImageQuery.DEPTH, image, result, 8);
        CallBytes.store(result, PtxType.B32, 12, Operand.immediate(0), e);
      }
      return;
    }
    for (ImageQuery query : ImageQuery.values()) {
      if (query.text().equals(m.group(2))) {
        answer(callee, query, image, result, 0);
        if (result.bytes() == 8) {
          CallBytes.store(result, PtxType.B32, 4, Operand.immediate(0), e);
        }
        return;
      }
    }
    throw e.error(callee, "get_image_" + m.group(2) + " is not supported");
  }

  private void answer(
      Name callee, ImageQuery query, Symbol.Slots image, Symbol.Slots result, long offset) {
    OptionalInt from = definitions.parameter(handle(image), callee);
    Parameter asked =
        parameters.stream()
            .filter(p -> from.isPresent() && p.offset() == from.getAsInt())
            .findFirst()
            .orElseThrow(
                () ->
                    e.error(
                        callee,
                        "get_image_"
                            + query.text()
                            + " of what is not clearly an argument of the kernel is not supported"
                            + " (code without optimisation hides it)"));
    Parameter answer = parameter(query.parameter(asked.name()));
    int t = e.temp(Type.I32);
    e.emit(
        InstructionBuilder.of(Op.LOAD, Type.I32)
            .from(Operand.immediate(answer.offset()))
            .memory(
                new MemoryAccess(
                    Space.PARAMETER, Type.I32, 1, -1, 0, MemoryAccess.Qualifiers.CONSTANT))
            .to(t));
    CallBytes.store(result, PtxType.B32, offset, Operand.register(t), e);
  }

  /** Returns the parameter with a name; adds it if it does not exist. */
  private Parameter parameter(String name) {
    int end = 0;
    for (Parameter p : parameters) {
      if (p.name().equals(name)) {
        return p;
      }
      end = Math.max(end, p.offset() + p.bytes());
    }
    int offset = (int) VariablePlacement.align(end, ImageQuery.BYTES);
    Parameter added = new Parameter(name, Type.I32, offset, ImageQuery.BYTES, false, false);
    parameters.add(added);
    return added;
  }
}
