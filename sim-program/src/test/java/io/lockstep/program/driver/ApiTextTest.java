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
              CALL(!(x) ? cudaErrorInvalidValue : (three(x, names)));
            }
            """);
    assertThat(text(table, "c.c")).isEmpty();
  }

  @Test
  @DisplayName("has forms for per-thread streams, and only functions of the version compiled")
  void hasFormsForStreams() {
    assertThat(
            text(
                """
                [a.c]
                cudaOne+async = cudaOther+ptds (int x): one(x, stream)
                cudaMade+ptsz+since13 (Stream *stream, int y): made(stream, y)
                cudaStart (Stream **stream): start(stream)
                """,
                "a.c"))
        .isEqualTo(
            """
            API Error cudaOne(int x) {
              CALL(one(x, NULL));
            }
            API Error cudaOne_ptds(int x) {
              CALL(one(x, PER_THREAD));
            }
            ALSO(cudaOne, cudaOther);
            ALSO(cudaOne_ptds, cudaOther_ptds);
            API Error cudaOneAsync(int x, Stream *stream) {
              CALL(one(x, stream));
            }
            API Error cudaOneAsync_ptsz(int x, Stream *stream) {
              return cudaOneAsync(x, OWN(stream));
            }
            #if CUDART_MAJOR >= 13
            API Error cudaMade(Stream *stream, int y) {
              CALL(made(stream, y));
            }
            API Error cudaMade_ptsz(Stream *stream, int y) {
              return cudaMade(OWN(stream), y);
            }
            #endif
            API Error cudaStart(Stream **stream) {
              CALL(start(stream));
            }
            """);
  }

  @Test
  @DisplayName("has functions of other types, which check their parameters in order")
  void hasFunctionsOfOtherTypes() {
    assertThat(
            text(
                """
                [objects]
                handle = Handle * NO_HANDLE: object
                [a.c Status NO_POINTER]
                blasGet (in handle handle, out int *mode): (*mode = handle->mode, SUCCESS)
                size_t blasVersion (void): 3
                const char *blasName+amd (Status status): name_of(status)
                """,
                "a.c"))
        .isEqualTo(
            """
            API Status blasGet(Handle * handle, int *mode) {
              if (!(handle))
                return NO_HANDLE;
              if (!(mode))
                return NO_POINTER;
              return (*mode = handle->mode, SUCCESS);
            }
            API size_t blasVersion(void) {
              return 3;
            }
            #ifdef LOCKSTEP_HIP
            API const char * blasName(Status status) {
              return name_of(status);
            }
            #endif
            """);
  }

  @Test
  @DisplayName("lists the runtime's functions, and what captures do not permit")
  void listsWhatCapturesDoNotPermit() {
    ApiTable table =
        ApiTable.of(
            """
            [cudart_a.c]
            cudaCopy+async+waits (int x): copy(x, stream)
            cudaFree+unsafe
            [b.c DRIVE]
            cuReset+whole = cuOther (void): as cudaReset
            """);
    assertThat(ApiText.restricted(table).lines().skip(1))
        .containsExactly(
            "    {\"cudaCopy\", WAITING},",
            "    {\"cudaCopy_ptds\", OF_THREAD},",
            "    {\"cudaFree\", UNSAFE},",
            "    {\"cuReset\", WHOLE},");
    assertThat(ApiText.prototypes(table).lines().skip(1))
        .containsExactly("Error cudaCopy(int x);", "Error cudaCopyAsync(int x, Stream *stream);");
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
    assertThatThrownBy(() -> text("[a.c]\ncudaOne+ptsz\n", "a.c"))
        .hasMessageContaining("what does cudaOne_ptsz call?");
  }
}
