// Trees from and to the types of a host, for headers that were emitted with `--adapt FILE`.
//
//     const deforest::Result<const Tree*> tree = deforest::build<const Tree*>(region, host);
//     deforest::Result<Host> host = deforest::write<Host>(tree);
//
// FILE says how the host's types hold values of the program's types (docs/cpp-library.md); what is
// held by what is left to the host's declarations. Neither direction uses recursion. What the host
// shares is built several times, and so it is written.
#pragma once

#include <cstdio>
#include <string>
#include <utility>

#include "deforest/adapting.hpp"
#include "deforest/attempt.hpp"
#include "deforest/fail.hpp"
#include "deforest/host_reader.hpp"
#include "deforest/host_writer.hpp"
#include "deforest/region.hpp"
#include "deforest/result.hpp"
#include "deforest/stack.hpp"

namespace deforest {

/// The tree that the host's object is, in the region. There is none where the object is no value of
/// the type (`ErrorKind::Data`: null where nothing is null, a text that is no UTF-8, a number that
/// is too large), and where the region is full or what it watches is cancelled; the region is then
/// as it was. What an accessor of the host throws is thrown.
template <class T, class Host>
[[nodiscard]] Result<T> build(Region& region, const Host& host) {
  detail::HostReader reader;
  bool done = false;
  const Result<T> built = attempt(region, "build", [&](Worker& worker) {
    T tree{};
    done = reader.run(worker, tree, host);
    return tree;
  });
  if (!built || done) return built;
  reader.rethrow();
  return Failure{ErrorKind::Data, std::string("deforest: no such tree: ") + reader.why(), "",
                 "build"};
}

/// The host's object for a tree, or another value of an emitted type. There is none where the
/// host's types have no such value (`ErrorKind::Data`).
template <class Host, class T>
[[nodiscard]] Result<Host> write(const T& tree) {
  detail::HostWriter writer;
  Host host{};
  if (writer.run(tree, host)) return Result<Host>(std::move(host));
  // What there is may be deep.
  onBigStack([&] {
    host = Host{};
    return true;
  });
  return Failure{ErrorKind::Data, std::string("deforest: no such object: ") + writer.why(), "",
                 "write"};
}

namespace detail {

/// The value; where there is none, the process ends (`--errors exit`).
template <class T>
[[nodiscard]] T valueOrExit(Result<T> result) {
  if (result) return std::move(result).value();
  Raised raised{result.error().kind, "", nullptr, {}};
  std::snprintf(raised.own.data(), raised.own.size(), "%s", result.error().message.c_str());
  raise(raised);
}

}  // namespace detail

}  // namespace deforest
