// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import io.lockstep.core.engine.Delivery;
import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Inbox;
import io.lockstep.core.engine.Partition;
import io.lockstep.core.engine.Port;
import io.lockstep.parts.memory.map.Message;
import io.lockstep.parts.memory.spec.NetworkConfig;
import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.rate.WindowedRate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The clients of the memory side: their ports, response links and unfinished writes. */
final class MemoryClients {
  private final Partition partition;
  private final int component;
  private final NetworkConfig network;
  private final List<String> names = new ArrayList<>();
  private Port[] requests = {};
  private long[] arrivals = {}; // by client: tick of its oldest request
  private Delivery[] responses = {};
  private int[] unit = {};
  private PolledAccesses[] polled = {};
  private WindowedRate[] link = {};
  private int[] openWrites = {};
  private long[] lastWrite = {};
  private int[] fenced = {};

  private long[] linkBytes = {}; // by client, including headers
  private long respondedBytes;
  private RequestProbe probe = RequestProbe.NONE;

  MemoryClients(Partition partition, int component, NetworkConfig network) {
    this.partition = partition;
    this.component = component;
    this.network = network;
  }

  void observe(RequestProbe by) {
    probe = by;
  }

  /** Adds a client; the caller then creates its request port and delivery. */
  int connect(String name, int computeUnit) {
    int client = names.size();
    names.add(name);
    requests = Arrays.copyOf(requests, client + 1);
    arrivals = Arrays.copyOf(arrivals, client + 1);
    arrivals[client] = Long.MAX_VALUE;
    for (int c = 0; c < client; c++) {
      if (requests[c] != null) {
        requests[c].showOn(arrivals, c);
      }
    }
    responses = Arrays.copyOf(responses, client + 1);
    unit = Arrays.copyOf(unit, client + 1);
    polled = Arrays.copyOf(polled, client + 1);
    link = Arrays.copyOf(link, client + 1);
    linkBytes = Arrays.copyOf(linkBytes, client + 1);
    openWrites = Arrays.copyOf(openWrites, client + 1);
    lastWrite = Arrays.copyOf(lastWrite, client + 1);
    fenced = Arrays.copyOf(fenced, client + 1);
    unit[client] = computeUnit;
    link[client] = new WindowedRate(network.responses());
    return client;
  }

  Port requestPort(int client, int from, int credits, EventKind work, EventKind credit) {
    requests[client] =
        partition.port(
            "request(" + names.get(client) + ")",
            from,
            component,
            network.requestTicks(),
            credits,
            work,
            credit);
    requests[client].showOn(arrivals, client);
    return requests[client];
  }

  /** Sets the destination of responses, which need no credit: clients reserve room for them. */
  void answer(int client, Partition to, int toComponent, Inbox inbox) {
    responses[client] =
        to.delivery("response", component, toComponent, network.responseTicks(), inbox);
  }

  void polled(int client, PolledAccesses accesses) {
    polled[client] = accesses;
  }

  int count() {
    return requests.length;
  }

  /** Returns the arrival tick of the oldest request by client; the array must not be modified. */
  long[] arrivals() {
    return arrivals;
  }

  int[] capacities() {
    return Arrays.stream(requests).mapToInt(Port::capacity).toArray();
  }

  Port requests(int client) {
    return requests[client];
  }

  int unit(int client) {
    return unit[client];
  }

  /** Returns the polled words of a request; null for none, for fills, and without a reply. */
  PolledAccess polled(MemoryRequest r) {
    return !r.wantsReply() || r.kind == Message.FILL || polled[r.client] == null
        ? null
        : polled[r.client].of(r.token);
  }

  void writeBegins(int client) {
    openWrites[client]++;
  }

  void writeEnds(int client, long tick) {
    openWrites[client]--;
    written(client, tick);
  }

  /** Records the tick of a write, for which fences wait. */
  void written(int client, long tick) {
    lastWrite[client] = Math.max(lastWrite[client], tick);
  }

  void askFence(int client) {
    fenced[client] = 1;
  }

  /** Answers a pending fence if no write is outstanding. */
  void fence(long now, int client) {
    if (fenced[client] != 0 && openWrites[client] == 0) {
      fenced[client] = 0;
      probe.endsFence(client);
      respond(now, client, Message.FENCE, 0, 0, 0, Math.max(now, lastWrite[client]));
    }
  }

  void respond(long now, MemoryRequest r, int bytes, long ready) {
    respond(now, r.client, r.kind, r.token, r.address, bytes, ready);
  }

  /** Books the client's response link; sends a response that is ready at {@code ready}. */
  private void respond(
      long now, int client, int kind, int token, long address, int bytes, long ready) {
    int whole = bytes + network.headerBytes();
    long passed = link[client].book(now, Math.max(now, ready), whole);
    linkBytes[client] += whole;
    respondedBytes += bytes;
    probe.responds(client, passed + responses[client].latency());
    responses[client].send(
        passed - now, Message.first(kind, 0, 0, address), Message.second(bytes, token));
  }

  long linkBytes(int client) {
    return linkBytes[client];
  }

  Rate responseRate() {
    return network.responses();
  }

  /** Counts an atomic's old value as answered although its client did not request it. */
  void unasked(int bytes) {
    respondedBytes += bytes;
  }

  void check(long readBytes) {
    if (readBytes != respondedBytes) {
      throw new IllegalStateException(
          "memory: " + readBytes + " bytes were asked for, " + respondedBytes + " answered");
    }
    for (int w : openWrites) {
      if (w != 0) {
        throw new IllegalStateException("memory: " + w + " writes are not done");
      }
    }
  }

  /** Resets the counters; bytes of requests in progress remain due. */
  void resetCounters(long readBytes) {
    respondedBytes -= readBytes;
    Arrays.fill(linkBytes, 0);
  }
}
