// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The hashing kernels of the examples, their digests compared with the JDK's. */
@Tag("slow")
class HashingTest {
  private static final Path EXAMPLES = Shell.REPOSITORY.resolve("examples");
  private static final int TRIALS = 256;

  /** A device of each family, and R700, which has no operations for rotations. */
  private static final String FAMILIES = "hd4870,hd5870,hd6970,gtx280,mi300a,a100";

  @TempDir Path folder;

  /** The first 76 bytes of the header of Bitcoin's first block; the nonce follows. */
  private static byte[] header() {
    ByteBuffer header = ByteBuffer.allocate(80).order(ByteOrder.LITTLE_ENDIAN);
    header.putInt(1).put(new byte[32]);
    header.put(
        HexFormat.of()
            .parseHex("3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a"));
    header.putInt(1231006505).putInt(0x1d00ffff);
    return header.array();
  }

  /** Words of the digests of all trials, in the order of found. */
  private static int[] digests(boolean sha) throws Exception {
    MessageDigest digest = MessageDigest.getInstance(sha ? "SHA-256" : "MD5");
    ByteBuffer message = sha ? ByteBuffer.wrap(header()) : ByteBuffer.allocate(16);
    message.order(sha ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    if (!sha) {
      message.put(4, "Lockstep MD5".getBytes("US-ASCII"));
    }
    int[] words = new int[TRIALS * (sha ? 8 : 4)];
    for (int trial = 0, at = 0; trial < TRIALS; trial++) {
      message.putInt(sha ? 76 : 0, (sha ? 497_817_600 : 12_640_000) + trial);
      byte[] bytes = digest.digest(message.array());
      ByteBuffer result =
          ByteBuffer.wrap(sha ? digest.digest(bytes) : bytes).order(message.order());
      while (result.hasRemaining()) {
        words[at++] = result.getInt();
      }
    }
    return words;
  }

  private int[] found(Path workload, String... more) throws Exception {
    Path dump = folder.resolve("found.bin");
    List<String> all = new ArrayList<>();
    all.addAll(List.of("run", workload.toString(), "-d", FAMILIES, "-p", "n=" + TRIALS));
    all.addAll(List.of("-p", "mask=0", "--dump", "found=" + dump));
    all.addAll(List.of(more));
    Cli cli = Cli.run(all.toArray(String[]::new));
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out()).doesNotContain("refused");
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(dump)).order(ByteOrder.LITTLE_ENDIAN);
    int[] words = new int[bytes.remaining() / 4];
    bytes.asIntBuffer().get(words);
    return words;
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"sha256", "sha256_il", "md5", "md5_il"})
  @DisplayName("PTX and AMD IL compute the digests of the JDK, on devices of every family")
  void ptxAndIlComputeTheDigestsOfTheJdk(String name) throws Exception {
    assertThat(found(EXAMPLES.resolve(name + ".yaml"))).isEqualTo(digests(name.startsWith("sha")));
  }

  @ParameterizedTest(name = "{0}, {1} trials a work-item")
  @CsvSource({"sha256, 1", "sha256, 4", "md5, 4"})
  @DisplayName("OpenCL C computes the digests of the JDK, however many trials a work-item makes")
  void openClComputesTheDigestsOfTheJdk(String name, int each) throws Exception {
    String text = Files.readString(EXAMPLES.resolve(name + ".yaml"));
    Path cl = EXAMPLES.resolve("kernels/" + name + ".cl");
    Path workload =
        Files.writeString(
            folder.resolve(name + ".yaml"),
            text.replace(
                    "kernels: kernels/" + name + ".ptx",
                    "kernels: {file: %s, options: [-DEACH=%d]}".formatted(cl, each))
                .replace("source: kernels/" + name + ".cl\n", "")
                .replace("\"n / 64\"", "\"n / " + 64 * each + "\""));
    assertThat(found(workload)).isEqualTo(digests(name.equals("sha256")));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"sha256, mask=4294967295", "sha256_cl, each=2", "md5_il, n=65536"})
  @DisplayName("searches find the known nonce and the known password, and nothing else")
  void searchesFindTheKnownTrial(String name, String parameter) {
    Cli cli =
        Cli.run(
            "run",
            EXAMPLES.resolve(name + ".yaml").toString(),
            "-d",
            "gtx280",
            "-p",
            parameter,
            "-f",
            "json");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out()).contains("\"verified\" : true");
  }

  @Test
  @DisplayName("the nonce of Bitcoin's first block gives the digest that is known of it")
  void theKnownNonceGivesTheKnownDigest() throws Exception {
    ByteBuffer header = ByteBuffer.wrap(header()).putInt(76, 497_822_588);
    MessageDigest sha = MessageDigest.getInstance("SHA-256");
    assertThat(HexFormat.of().formatHex(sha.digest(sha.digest(header.array()))))
        .isEqualTo("6fe28c0ab6f1b372c1a6a246ae63f74f931e8365e15a089c68d6190000000000");
  }
}
