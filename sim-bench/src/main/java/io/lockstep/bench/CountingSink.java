// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench;

import io.lockstep.core.engine.EventBatch;
import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.EventSink;

public final class CountingSink implements EventSink {
  long events;
  long components;

  @Override
  public void onEvents(long tick, EventKind kind, EventBatch batch) {
    int n = batch.size();
    for (int i = 0; i < n; i++) {
      components += batch.component(i);
    }
    events += n;
  }
}
