// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.core.engine.EventPlace;
import io.lockstep.core.engine.Phase;
import io.lockstep.io.InputException;
import io.lockstep.io.output.OutputFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;

/**
 * Fingerprints of one command, for one or several devices: a file of checksummed blocks ({@code
 * .lkfp}), version 1.
 *
 * <p>Blocks, encoded as in {@link ByteBlock}: HEADER: Lockstep's version, number of arguments,
 * arguments; for each device DEVICE: the run, shift, number of places, places (phase, kind,
 * component), then SUMS: interval relative to the previous one, place, events, sum (eight bytes);
 * END: number of sums in the file.
 *
 * @param arguments arguments of {@code lockstep run} that determine the run
 */
public record FingerprintLog(
    String version, List<String> arguments, List<DeviceFingerprints> devices) {
  private static final byte[] MAGIC = {'L', 'K', 'F', 'P', 0, 0, 0, 1};
  private static final int HEADER = 1;
  private static final int DEVICE = 2;
  private static final int SUMS = 3;
  private static final int END = 4;
  private static final int BLOCK_BYTES = 1 << 16;
  private static final int MOST_BYTES_OF_SUM = 48;
  private static final int LARGEST_SHIFT = 62;
  private static final Phase[] PHASES = Phase.values();

  public FingerprintLog {
    arguments = List.copyOf(arguments);
    devices = List.copyOf(devices);
  }

  public static boolean isNamed(Path file) {
    return file.toString().endsWith(".lkfp");
  }

  /** Writes the file and completes it under its final name. */
  void write(OutputFile out) {
    Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    try {
      out.write(MAGIC);
      ByteBlock block = new ByteBlock(BLOCK_BYTES);
      block.writeText(version);
      block.writeNumber(arguments.size());
      arguments.forEach(block::writeText);
      out.write(block.stored(HEADER, deflater));
      long sums = 0;
      for (DeviceFingerprints device : devices) {
        write(device, out, block, deflater);
        sums += device.size();
      }
      block.clear();
      block.writeNumber(sums);
      out.write(block.stored(END, deflater));
      out.commit();
    } finally {
      deflater.end();
    }
  }

  private static void write(
      DeviceFingerprints device, OutputFile out, ByteBlock block, Deflater deflater) {
    DeviceFingerprints.Subject subject = device.subject();
    block.clear();
    block.writeText(subject.device());
    block.writeText(subject.deviceSha256());
    block.writeText(subject.workload());
    block.writeText(subject.traceSha256());
    block.writeNumber(subject.tickHertz());
    block.writeNumber(subject.from());
    block.writeNumber(device.shift());
    block.writeNumber(device.places().size());
    for (EventPlace place : device.places()) {
      block.writeByte(place.phase().ordinal());
      block.writeText(place.kind());
      block.writeText(place.component());
    }
    out.write(block.stored(DEVICE, deflater));
    block.clear();
    long before = 0;
    for (int i = 0; i < device.size(); i++) {
      block.writeNumber(device.interval(i) - before);
      block.writeNumber(device.place(i));
      block.writeNumber(device.events(i));
      block.writeLong(device.sum(i));
      before = device.interval(i);
      if (block.size() > BLOCK_BYTES - MOST_BYTES_OF_SUM || i == device.size() - 1) {
        out.write(block.stored(SUMS, deflater));
        block.clear();
      }
    }
  }

  /** Reads a file; throws an {@link InputException} with the byte offset if the file is damaged. */
  public static FingerprintLog read(Path path) {
    try (BlockReader in = new BlockReader(path, MAGIC, "fingerprint file (.lkfp)")) {
      if (in.next() != HEADER) {
        throw in.damaged("expected the header");
      }
      String version = in.readText();
      List<String> arguments = new ArrayList<>();
      for (int n = in.readInt(); n > 0; n--) {
        arguments.add(in.readText());
      }
      List<DeviceFingerprints> devices = new ArrayList<>();
      long sums = 0;
      int type = in.next();
      while (type == DEVICE) {
        DeviceFingerprints device = device(in);
        devices.add(device);
        long before = 0;
        while ((type = in.next()) == SUMS) {
          before = sums(in, device, before);
        }
        sums += device.size();
      }
      if (type != END || in.readNumber() != sums || !in.atEnd()) {
        throw in.damaged("expected the end after " + sums + " sums");
      }
      return new FingerprintLog(version, arguments, devices);
    }
  }

  private static DeviceFingerprints device(BlockReader in) {
    DeviceFingerprints.Subject subject =
        new DeviceFingerprints.Subject(
            in.readText(),
            in.readText(),
            in.readText(),
            in.readText(),
            in.readNumber(),
            in.readNumber());
    int shift = in.readInt();
    if (subject.tickHertz() < 1 || subject.from() < 0 || shift > LARGEST_SHIFT) {
      throw in.damaged("a device with impossible figures");
    }
    List<EventPlace> places = new ArrayList<>();
    for (int n = in.readInt(); n > 0; n--) {
      int phase = in.readByte();
      if (phase >= PHASES.length) {
        throw in.damaged("a phase numbered " + phase);
      }
      places.add(new EventPlace(PHASES[phase], in.readText(), in.readText()));
    }
    return new DeviceFingerprints(subject, shift, places);
  }

  private static long sums(BlockReader in, DeviceFingerprints device, long start) {
    long interval = start;
    while (in.hasMore()) {
      interval += in.readNumber();
      int place = in.readInt();
      long events = in.readNumber();
      if (interval < start || place >= device.places().size() || events < 1) {
        throw in.damaged("a sum of place " + place + " in interval " + interval);
      }
      device.add(interval, place, events, in.readLong());
    }
    return interval;
  }
}
