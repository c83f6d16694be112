// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a table of functions")
class ApiTextTest {
  private static String text(String table, String file) {
    return ApiText.of(ApiTable.of(table), file);
  }

  @Test
  @DisplayName("becomes functions that evaluate what they call")
  void becomesFunctionsThatEvaluateWhatTheyCall() {
    String table =
        """
        # a comment
        [a.c DRIVE]
        cuOne (int *x,
          int y): one(x,
          y)
        ASK cuTwo = cuTwo_v2 = cuThree (void): as cudaTwo
        [b.c]
        cudaThree (out int *x, const char *names[4]): three(x, names)
        """;
    assertThat(text(table, "a.c"))
        .isEqualTo(
            """
            API Result cuOne(int *x, int y) {
              DRIVE(one(x, y));
            }
            extern Error cudaTwo(void);
            API Result cuTwo(void) {
              ASK(cudaTwo());
            }
            ALSO(cuTwo, cuTwo_v2);
            ALSO(cuTwo, cuThree);
            """);
    assertThat(text(table, "b.c"))
        .isEqualTo(
            """
            API Error cudaThree(int *x, const char *names[4]) {
              CALL(!x ? cudaErrorInvalidValue : (three(x, names)));
            }
            """);
    assertThat(text(table, "c.c")).isEmpty();
  }

  @Test
  @DisplayName("has forms for streams, and only functions of the version that is compiled")
  void hasFormsForStreams() {
    assertThat(
            text(
                """
                [a.c]
                cudaOne+async = cudaOther+ptds (int x): one(x, stream)
                cudaWritten+ptsz+since13
                cuFill_v2+async:cuFillAsync (void): fill(stream)
                """,
                "a.c"))
        .isEqualTo(
            """
            API Error cudaOne(int x) {
              CALL(one(x, NULL));
            }
            ALSO(cudaOne, cudaOne_ptds);
            ALSO(cudaOne, cudaOther);
            ALSO(cudaOne, cudaOther_ptds);
            API Error cudaOneAsync(int x, Stream *stream) {
              CALL(one(x, stream));
            }
            ALSO(cudaOneAsync, cudaOneAsync_ptsz);
            #if CUDART_MAJOR >= 13
            ALSO(cudaWritten, cudaWritten_ptsz);
            #endif
            API Error cuFill_v2(void) {
              CALL(fill(NULL));
            }
            ALSO(cuFill_v2, cuFill_v2_ptds);
            API Error cuFillAsync(Stream *stream) {
              CALL(fill(stream));
            }
            ALSO(cuFillAsync, cuFillAsync_ptsz);
            """);
  }

  @Test
  @DisplayName("refuses functions with their kind, each in the file of its interface")
  void refusesFunctionsWithTheirKind() {
    String table =
        """
        [refused: one kind]
        cu{,da}One cudaTwo+until12
        [refused]
        hipThree nvrtcFour+cuda
        """;
    assertThat(text(table, "cuda_entry.c"))
        .isEqualTo("REFUSED(cuOne, \"cuOne is not supported: one kind\")\n");
    assertThat(text(table, "cudart_unsupported.c"))
        .isEqualTo(
            """
            REFUSED(cudaOne, "cudaOne is not supported: one kind")
            #if CUDART_MAJOR <= 12
            REFUSED(cudaTwo, "cudaTwo is not supported: one kind")
            #endif
            """);
    assertThat(text(table, "hip.c"))
        .isEqualTo("REFUSED(hipThree, \"hipThree is not supported\")\n");
    assertThat(text(table, "nvrtc.c"))
        .isEqualTo(
            """
            #ifndef LOCKSTEP_HIP
            REFUSED(nvrtcFour, "nvrtcFour is not supported")
            #endif
            """);
  }

  @Test
  @DisplayName("says HIP's names")
  void saysHipsNames() {
    assertThat(
            ApiTable.of(
                    """
                    [a.c]
                    cuOne_v2+hip = cuOne
                    nvrtcTwo+hip = cuThree+hip:hipOther (void): two()
                    cuCopy_v2+async+hip (void): copy(stream)
                    """)
                .hipNames())
        .hasToString(
            "{cuOne_v2=hipOne, nvrtcTwo=hiprtcTwo, cuThree=hipOther, cuCopy_v2=hipCopy,"
                + " cuCopyAsync_v2=hipCopyAsync}");
  }

  @Test
  @DisplayName("that cannot be read is refused")
  void thatCannotBeReadIsRefused() {
    assertThatThrownBy(() -> ApiTable.of("[a.c]\ncuOne (void) one()\n"))
        .hasMessageContaining("cuOne (void) one()");
    assertThatThrownBy(() -> ApiTable.of("[refused]\nunknown\n"))
        .hasMessageContaining("whose function is unknown");
  }
}
