package io.lockstep.core.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RequestQueueTest {
  private final RequestQueue queue = new RequestQueue(5, 128);

  @Test
  @DisplayName("neighbours of one kind within the stretch become one request that leaves last")
  void combined() {
    assertThat(queue.add(Message.FILL, 1, 0, 0x1000, 64, 0, 10)).isTrue();
    assertThat(queue.add(Message.FILL, 1, 0, 0x1040, 64, 0, 12)).isFalse();
    assertThat(queue.size()).isEqualTo(1);
    assertThat(Message.address(queue.first())).isEqualTo(0x1000);
    assertThat(Message.bytes(queue.second())).isEqualTo(128);
    assertThat(queue.depart()).isEqualTo(12);
    assertThat(queue.add(Message.FILL, 1, 0, 0x1080, 64, 0, 13)).as("the next stretch").isTrue();
  }

  @Test
  @DisplayName("other kinds, flags, tokens and gaps stay apart, atomics always")
  void apart() {
    queue.add(Message.WRITE, 0, 0, 0x1000, 4, 7, 0);
    assertThat(queue.add(Message.READ, 0, 0, 0x1004, 4, 7, 0)).isTrue();
    assertThat(queue.add(Message.READ, 0, 0, 0x1008, 4, 8, 0)).isTrue();
    assertThat(queue.add(Message.READ, 0, 0, 0x1010, 4, 8, 0)).isTrue();
    assertThat(queue.room()).isEqualTo(1);
    RequestQueue atomics = new RequestQueue(5, 128);
    atomics.add(Message.ATOMIC, 0, 0, 0x1000, 4, 7, 0);
    assertThat(atomics.add(Message.ATOMIC, 0, 0, 0x1004, 4, 7, 0)).isTrue();
  }

  @Test
  @DisplayName("requests leave in order, round the ring")
  void order() {
    for (int i = 0; i < 40; i++) {
      queue.append(i, 2 * i, 3 * i);
      if (i >= 4) {
        assertThat(queue.first()).isEqualTo(i - 4);
        assertThat(queue.second()).isEqualTo(2L * (i - 4));
        assertThat(queue.depart()).isEqualTo(3L * (i - 4));
        queue.drop();
      }
    }
    assertThat(queue.size()).isEqualTo(4);
  }
}
