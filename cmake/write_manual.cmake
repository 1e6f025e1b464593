# SPDX-License-Identifier: Apache-2.0
#
# Runs the program to write man pages and completions, arranged as below a prefix's share/:
#   cmake -DPROGRAM=build/release/sunder -DFOLDER=build/release/share -P cmake/write_manual.cmake
cmake_minimum_required(VERSION 3.25)

function(manual name file)
  execute_process(COMMAND ${PROGRAM} manual ${name} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  if(file)
    file(CONFIGURE OUTPUT ${FOLDER}/${file} CONTENT "@text@" @ONLY)
  endif()
  set(text "${text}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${FOLDER})
manual(names "")
string(REGEX MATCHALL "sunder[a-z-]*" pages "${text}")
foreach(page IN LISTS pages)
  manual(${page} man/man1/${page}.1)
endforeach()
manual(bash bash-completion/completions/sunder)
manual(zsh zsh/site-functions/_sunder)
manual(fish fish/vendor_completions.d/sunder.fish)
