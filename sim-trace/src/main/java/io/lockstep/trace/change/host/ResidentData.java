// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.host;

import io.lockstep.kernel.ir.Address;
import io.lockstep.trace.record.ForwardingProgramSource;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramSource;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;

/**
 * A replay in which each buffer is uploaded only once, and downloaded after the last step unless a
 * launch uses it after its last download. Transfers in streams stay unchanged.
 */
public final class ResidentData extends ForwardingProgramSource {
  private final Set<Integer> uploaded = new HashSet<>(); // never iterated
  private final Map<Integer, HostStep.Download> last = new TreeMap<>(); // by buffer
  private final Queue<ProgramItem> ending = new ArrayDeque<>();
  private boolean isEnding;

  /**
   * Creates a replay with these transfers alone.
   *
   * @param source the program's replay
   */
  public ResidentData(ProgramSource source) {
    super(source);
  }

  @Override
  public ProgramItem next() {
    while (!isEnding) {
      ProgramItem item = source.next();
      if (item instanceof HostStep.Download download) {
        last.put(download.buffer(), download);
      } else if (item == ProgramItem.END) {
        isEnding = true;
        ending.addAll(last.values());
      } else if (item instanceof HostStep.Launch launch) {
        launch.arguments().forEach(a -> last.remove(Address.buffer(a)));
        return item;
      } else if (!(item instanceof HostStep.Upload upload) || uploaded.add(upload.buffer())) {
        return item;
      }
    }
    return ending.isEmpty() ? ProgramItem.END : ending.remove();
  }
}
