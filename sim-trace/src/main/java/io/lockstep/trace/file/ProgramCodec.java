// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Type;
import io.lockstep.trace.record.BufferInfo;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramStreams;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Encodes the static tables of a program, and its outcome. */
final class ProgramCodec {
  private ProgramCodec() {}

  static ByteColumn[] encode(Program program) {
    ByteColumn[] columns = ColumnSet.create(IrColumn.values().length);
    ByteColumn out = columns[IrColumn.PROGRAM.ordinal()];
    ByteColumn text = columns[IrColumn.TEXT.ordinal()];
    IrCodec codec = new IrCodec();
    text.addText(program.name());
    codec.write(program.timing(), out, columns);
    out.addSigned(program.warmups());
    out.add(program.parameters().size());
    for (Map.Entry<String, String> parameter : program.parameters().entrySet()) {
      text.addText(parameter.getKey());
      text.addText(parameter.getValue());
    }
    out.add(program.buffers().size());
    for (BufferInfo buffer : program.buffers()) {
      text.addText(buffer.name());
      out.addSigned(buffer.number());
      codec.write(buffer.type(), out, columns);
      out.addSigned(buffer.count());
      out.addSigned(buffer.bytes());
    }
    out.add(program.kernels().size());
    for (Kernel kernel : program.kernels()) {
      codec.encode(kernel, columns);
    }
    if (program.streams().any()) {
      encode(program.streams(), out, text);
    }
    return columns;
  }

  private static void encode(ProgramStreams streams, ByteColumn out, ByteColumn text) {
    out.add(streams.streams().size());
    for (ProgramStreams.Stream stream : streams.streams()) {
      text.addText(stream.name());
      out.addByte(stream.inOrder() ? 1 : 0);
    }
    out.add(streams.events().size());
    streams.events().forEach(text::addText);
  }

  private static ProgramStreams decodeStreams(ColumnCursor in, ColumnCursor text) {
    int count = in.count(text);
    if (count < 1 || count > ProgramStreams.MOST) {
      throw in.bad("1 to " + ProgramStreams.MOST + " streams were expected, found " + count);
    }
    List<ProgramStreams.Stream> streams = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      streams.add(new ProgramStreams.Stream(text.readText(), in.upTo(1) == 1));
    }
    count = in.count(text);
    List<String> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      events.add(text.readText());
    }
    return new ProgramStreams(streams, events);
  }

  static Program decode(byte[] raw, String where) {
    ColumnCursor[] columns = ColumnSet.unpack(raw, 0, where, IrColumn.titles());
    try {
      Program program = decode(columns);
      ColumnSet.expectEnd(columns);
      return program;
    } catch (NullPointerException | IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new InputException(where, "damaged trace: its kernels contradict themselves", e);
    }
  }

  private static Program decode(ColumnCursor[] columns) {
    ColumnCursor in = columns[IrColumn.PROGRAM.ordinal()];
    ColumnCursor text = columns[IrColumn.TEXT.ordinal()];
    IrCodec codec = new IrCodec();
    String name = text.readText();
    Program.Timing timing = codec.require(Program.Timing.class, in, columns);
    int warmups = in.readSignedInt();
    int count = in.count(text);
    TreeMap<String, String> parameters = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      parameters.put(text.readText(), text.readText());
    }
    count = in.count(in);
    List<BufferInfo> buffers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      buffers.add(
          new BufferInfo(
              in.readSignedInt(),
              text.readText(),
              codec.require(Type.class, in, columns),
              in.readSigned(),
              in.readSigned()));
    }
    count = in.count(columns[IrColumn.KERNEL.ordinal()]);
    List<Kernel> kernels = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      kernels.add(codec.decode(columns));
    }
    return new Program(
        name,
        kernels,
        buffers,
        Collections.unmodifiableSortedMap(parameters),
        warmups,
        timing,
        in.remaining() == 0 ? ProgramStreams.NONE : decodeStreams(in, text));
  }

  static void encode(Outcome outcome, ByteColumn out) {
    out.addByte(outcome.verified() == null ? 2 : outcome.verified() ? 1 : 0);
    out.addText(outcome.message());
    out.add(outcome.printed().size());
    for (String line : outcome.printed()) {
      out.addText(line);
    }
    out.addSigned(outcome.workItemInstructions());
    if (!outcome.verifiedBy().isEmpty()) {
      out.addText(outcome.verifiedBy());
    }
  }

  static void encode(SortedMap<String, String> sources, ByteColumn out) {
    out.add(sources.size());
    sources.forEach(
        (name, text) -> {
          out.addText(name);
          out.addText(text);
        });
  }

  static SortedMap<String, String> decodeSources(byte[] raw, String where) {
    ColumnCursor in = new ColumnCursor(raw, 0, raw.length, where, "sources");
    SortedMap<String, String> sources = new TreeMap<>();
    for (int count = in.count(in); count > 0; count--) {
      String name = in.readText();
      sources.put(name, in.readText());
    }
    in.expectEnd();
    return sources;
  }

  static Outcome decodeOutcome(byte[] raw, String where) {
    ColumnCursor in = new ColumnCursor(raw, 0, raw.length, where, "outcome");
    int verified = in.upTo(2);
    String message = in.readText();
    int count = in.count(in);
    List<String> printed = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      printed.add(in.readText());
    }
    long instructions = in.readSigned();
    String verifiedBy = in.remaining() > 0 ? in.readText() : "";
    in.expectEnd();
    return new Outcome(
        verified == 2 ? null : Boolean.valueOf(verified == 1),
        message,
        List.copyOf(printed),
        instructions,
        verifiedBy);
  }
}
