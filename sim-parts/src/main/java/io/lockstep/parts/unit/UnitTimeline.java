// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.spi.SliceKind;
import io.lockstep.spi.Timeline;
import java.util.Arrays;

/**
 * Shows the groups and wavefronts of a compute unit on a timeline, with a track for each slot.
 * Wavefronts that started before the timeline are shown from its beginning.
 */
final class UnitTimeline extends UnitProbe {
  private static final int NOT_YET = -2;

  private final Timeline.Recorder recorder;
  private final String component;
  private final int[] groupTrack;
  private final int[] waveTrack;
  private final long[] groupStart;
  private final long[] groupId;
  private final int[] groupWaves;
  private final long[] waveStart;
  private final long[] waveGroup;
  private final int[] waveNumber;
  private final long[] barrierStart;

  private UnitTimeline(
      Timeline.Recorder recorder, String component, int groups, int waves, long since) {
    this.recorder = recorder;
    this.component = component;
    groupTrack = new int[groups];
    waveTrack = new int[waves];
    groupStart = new long[groups];
    groupId = new long[groups];
    groupWaves = new int[groups];
    waveStart = new long[waves];
    waveGroup = new long[waves];
    waveNumber = new int[waves];
    barrierStart = new long[waves];
    Arrays.fill(groupStart, since);
    Arrays.fill(waveStart, since);
    Arrays.fill(barrierStart, since);
    Arrays.fill(groupTrack, NOT_YET); // unused slots get no track
    Arrays.fill(waveTrack, NOT_YET);
  }

  /** Creates the tracks of a unit; returns {@link #NONE} if a filter excludes the unit. */
  static UnitProbe of(
      Timeline.Recorder recorder, String component, int groups, int waves, long since) {
    UnitTimeline timeline = new UnitTimeline(recorder, component, groups, waves, since);
    return timeline.waveTrack(0) == Timeline.UNSEEN ? NONE : timeline;
  }

  private int groupTrack(int slot) {
    if (groupTrack[slot] == NOT_YET) {
      groupTrack[slot] = recorder.track(component, "group slot " + slot);
    }
    return groupTrack[slot];
  }

  private int waveTrack(int wave) {
    if (waveTrack[wave] == NOT_YET) {
      waveTrack[wave] = recorder.track(component, "wavefront slot " + wave);
    }
    return waveTrack[wave];
  }

  @Override
  void groupStarts(int slot, long id, int waves, long tick) {
    groupStart[slot] = tick;
    groupId[slot] = id;
    groupWaves[slot] = waves;
  }

  @Override
  void groupEnds(int slot, long tick) {
    slice(
        groupTrack(slot), SliceKind.GROUP, groupStart[slot], tick, groupId[slot], groupWaves[slot]);
  }

  @Override
  void waveStarts(int wave, int group, int number, long tick) {
    waveStart[wave] = tick;
    waveGroup[wave] = groupId[group];
    waveNumber[wave] = number;
  }

  @Override
  void waveEnds(int wave, long tick) {
    slice(
        waveTrack(wave),
        SliceKind.WAVEFRONT,
        waveStart[wave],
        tick,
        waveGroup[wave],
        waveNumber[wave]);
  }

  @Override
  void waits(int wave, long tick) {
    barrierStart[wave] = tick;
  }

  @Override
  void goesOn(int wave, int last, long tick) {
    if (tick > barrierStart[wave]) {
      slice(
          waveTrack(wave),
          SliceKind.BARRIER,
          barrierStart[wave],
          tick,
          waveGroup[wave],
          waveNumber[wave]);
    }
  }

  private void slice(int track, SliceKind kind, long start, long end, long a, long b) {
    recorder.slice(track, kind, start, Math.max(start, end), a, b);
  }
}
