// The peer of crowds.py: makes steps with RVO2, one for each line that it reads, and prints the processor's
// milliseconds.
//
//   g++ -O3 -std=c++17 -I RVO2/src rvo2_crowds.cpp RVO2/src/*.cc -o rvo2_crowds
#include <RVO.h>

#include <cstdlib>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

int main(int, char** given) {
  const std::size_t units = std::strtoul(given[1], nullptr, 10);
  const auto number = [&](int i) { return std::strtof(given[i], nullptr); };
  const float middle = number(2), radius = number(3), speed = number(4), dt = number(5), horizon = number(6);
  RVO::RVOSimulator simulator;
  simulator.setTimeStep(dt);
  simulator.setAgentDefaults(number(8), std::strtoul(given[7], nullptr, 10), horizon, horizon, radius, speed);
  std::vector<RVO::Vector2> goals;
  for (std::size_t i = 0; i < units; ++i) {
    float x = 0.0F, y = 0.0F;
    std::cin >> x >> y;
    simulator.addAgent(RVO::Vector2(x, y));
    goals.emplace_back(2 * middle - x, 2 * middle - y);
  }
  std::string line;
  while (std::cin >> line) {
    for (std::size_t i = 0; i < units; ++i) {
      const RVO::Vector2 away = goals[i] - simulator.getAgentPosition(i);
      simulator.setAgentPrefVelocity(i, RVO::absSq(away) > 1.0F ? speed * RVO::normalize(away) : away);
    }
    const std::clock_t begin = std::clock();
    simulator.doStep();
    std::cout << 1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC << std::endl;
  }
}
