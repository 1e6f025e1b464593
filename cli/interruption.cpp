// SPDX-License-Identifier: Apache-2.0
#include "interruption.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
#include <utility>

namespace sunder::cli {
namespace {

std::atomic<bool> interrupted = false;
volatile std::sig_atomic_t which = 0;
/// A pipe. A signal writes a byte to the second end, and poll() on the first sees it. This also
/// covers a signal between a test of `interrupted` and the wait.
std::array<int, 2> waker{-1, -1};

void on_signal(int signal) {
  const int saved = errno;
  which = signal;
  interrupted.store(true, std::memory_order_relaxed);
  static_cast<void>(!write(waker[1], "", 1));
  errno = saved;
}

class Interruptible final : public Source {
 public:
  Interruptible(std::unique_ptr<Source> source, int descriptor)
      : source_(std::move(source)), descriptor_(descriptor) {}
  Result<std::size_t> read(char* into, std::size_t size) override {
    std::array<pollfd, 2> wait{pollfd{descriptor_, POLLIN, 0}, pollfd{waker[0], POLLIN, 0}};
    while (!interrupted && poll(wait.data(), wait.size(), -1) < 0 && errno == EINTR) continue;
    if (interrupted) return std::size_t{0};
    return source_->read(into, size);
  }

 private:
  std::unique_ptr<Source> source_;
  int descriptor_;
};

}  // namespace

const std::atomic<bool>& catch_interruption() {
  static_assert(std::atomic<bool>::is_always_lock_free);
  if (waker[0] < 0 && pipe(waker.data()) == 0) {
    for (const int end : waker) {
      fcntl(end, F_SETFD, FD_CLOEXEC);
      fcntl(end, F_SETFL, O_NONBLOCK);
    }
  }
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction before {};
    // A signal that the parent ignores (nohup, a background job of a shell) stays ignored.
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    sigaction(signal, &action, nullptr);
  }
  return interrupted;
}

std::unique_ptr<Source> interruptible(std::unique_ptr<Source> source, int descriptor) {
  return std::make_unique<Interruptible>(std::move(source), descriptor);
}

void obey_interruption() {
  if (!interrupted) return;
  std::signal(which, SIG_DFL);
  std::raise(which);
}

}  // namespace sunder::cli
