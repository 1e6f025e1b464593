// SPDX-License-Identifier: Apache-2.0
//
// Loads the named extension module and calls it. Exits 0 if its answers are right.
#include <cstdio>
#include <dlfcn.h>

int main(int count, char** arguments) {
  if (count != 2) return 2;
  void* const module = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  if (module == nullptr) {
    std::fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  const auto ask = reinterpret_cast<int (*)(double)>(dlsym(module, "boxes_meet"));
  if (ask == nullptr) return 1;
  const bool holds = ask(0.75) == 1 && ask(1.0) == 1 && ask(1.25) == 0;
  return dlclose(module) == 0 && holds ? 0 : 1;
}
