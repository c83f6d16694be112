// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.io.InputException;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.Segment;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Below the checksums: what a checksum calls intact may still be malicious. */
class ColumnFuzzTest {
  @Property(tries = 300)
  void alteredColumnsNeverBreakTheSegmentReader(@ForAll long seed) {
    Random random = new Random(seed);
    ByteColumn[] columns = ColumnSet.create(Column.values().length);
    for (int i = 0; i < 4; i++) {
      SegmentCodec.encode(new RandomPrograms(seed + i).segment(1 + random.nextInt(64)), columns);
    }
    ByteColumn packed = new ByteColumn();
    packed.add(1);
    packed.add(3);
    packed.addByte(ChunkReader.flags(false, true));
    packed.addSigned(-1);
    ColumnSet.pack(columns, packed);
    byte[] raw = alter(packed, random);
    try {
      ChunkReader chunk = new ChunkReader(raw, "m.lkt: byte 0");
      for (int i = 0; i < 4; i++) {
        Segment segment = SegmentCodec.decode(chunk.columns());
        assertThat(segment.bytes()).isLessThan(64L * raw.length + 8L * TraceFormat.MAX_GROUP_SIZE);
        assertThat(Dump.of(segment)).isNotEmpty();
      }
    } catch (InputException e) {
      assertThat(e).hasMessageStartingWith("m.lkt: byte 0: damaged trace");
    }
  }

  @Property(tries = 300)
  void alteredTablesNeverBreakTheProgramReader(@ForAll long seed) {
    Random random = new Random(seed);
    ByteColumn packed = new ByteColumn();
    Program program = new RandomPrograms(seed).script(0, 0, 0).program();
    ColumnSet.pack(ProgramCodec.encode(program), packed);
    byte[] raw = alter(packed, random);
    try {
      assertThat(ProgramCodec.decode(raw, "m.lkt: byte 12")).isNotNull();
    } catch (InputException e) {
      assertThat(e).hasMessageStartingWith("m.lkt: byte 12: damaged trace");
    }
  }

  private static byte[] alter(ByteColumn column, Random random) {
    byte[] raw = java.util.Arrays.copyOf(column.array(), column.size());
    for (int i = random.nextInt(4); i >= 0; i--) {
      raw[random.nextInt(raw.length)] = (byte) random.nextInt();
    }
    return raw;
  }
}
