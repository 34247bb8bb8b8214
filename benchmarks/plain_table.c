/* A table in plain C, to be beaten: one shoe of six decks, shuffled whole, dealt card by card.
 *
 * Compiled by simulation.py with -O3 -march=native. The first card of a shoe is burned, and three before each war
 * deal; a shoe ends with the round in which the cover card comes out; every tie hand goes to war, all of a round
 * together. Two functions differ only in how they compare a hand: a chain of conditions is what one writes first; a
 * difference of comparisons saves the processor from guessing who wins.
 */
#include <stdint.h>

enum { RANKS = 13, CARDS = 312, FRONT = 234, BURNED = 1, BURNED_FOR_WAR = 3 };

typedef struct {
    int64_t rounds, net, ties;
} counted;

typedef struct {
    uint64_t word[4];
} source;

static inline uint64_t rotated(uint64_t word, int by) { return (word << by) | (word >> (64 - by)); }

/* SplitMix64 fills the state of xoshiro256++. */
static source seeded(uint64_t seed) {
    source made;
    for (int place = 0; place < 4; place++) {
        uint64_t mixed = seed += 0x9E3779B97F4A7C15;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
        made.word[place] = mixed ^ (mixed >> 31);
    }
    return made;
}

static inline uint64_t next(source *from) {
    uint64_t *word = from->word, shifted = word[1] << 17;
    uint64_t drawn = rotated(word[0] + word[3], 23) + word[0];
    word[2] ^= word[0];
    word[3] ^= word[1];
    word[1] ^= word[2];
    word[0] ^= word[3];
    word[2] ^= shifted;
    word[3] = rotated(word[3], 45);
    return drawn;
}

/* Lemire's method: no division but in the few cases that may have to be drawn anew. */
static inline uint32_t below(source *from, uint32_t bound) {
    uint64_t product = (next(from) >> 32) * bound;
    if ((uint32_t)product < bound) {
        uint32_t least = -bound % bound;
        while ((uint32_t)product < least) product = (next(from) >> 32) * bound;
    }
    return product >> 32;
}

static inline void shuffle(source *from, uint8_t *shoe) {
    for (int last = CARDS - 1; last > 0; last--) {
        uint32_t other = below(from, last + 1);
        uint8_t card = shoe[last];
        shoe[last] = shoe[other];
        shoe[other] = card;
    }
}

static inline counted dealt(int seats, int64_t shoes, uint64_t seed, int branching) {
    source from = seeded(seed);
    int64_t rounds = 0, net = 0, tied = 0;
    uint8_t shoe[CARDS];
    for (int card = 0; card < CARDS; card++) shoe[card] = card % RANKS;
    for (; shoes > 0; shoes--) {
        shuffle(&from, shoe);
        int gone = BURNED;
        while (gone <= FRONT) {
            uint8_t *cards = shoe + gone, dealers = cards[seats];
            int ties = 0;
            for (int seat = 0; seat < seats; seat++) {
                if (!branching) {
                    net += (cards[seat] > dealers) - (cards[seat] < dealers);
                    ties += cards[seat] == dealers;
                } else if (cards[seat] > dealers) {
                    net++;
                } else if (cards[seat] < dealers) {
                    net--;
                } else {
                    ties++;
                }
            }
            gone += seats + 1;
            if (ties) {
                cards = shoe + gone + BURNED_FOR_WAR;
                dealers = cards[ties];
                for (int hand = 0; hand < ties; hand++)
                    net += cards[hand] == dealers ? 2 : cards[hand] > dealers ? 1 : -2;
                gone += BURNED_FOR_WAR + ties + 1;
                tied += ties;
            }
            rounds++;
        }
    }
    return (counted){rounds, net, tied};
}

counted deal(int seats, int64_t shoes, uint64_t seed) { return dealt(seats, shoes, seed, 1); }

counted deal_without_branches(int seats, int64_t shoes, uint64_t seed) { return dealt(seats, shoes, seed, 0); }
