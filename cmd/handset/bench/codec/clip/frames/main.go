// Command frames writes raw RGBA frames of 1080×2400 to standard output: the input of the clip high.h264.
package main

import (
	"bufio"
	"log"
	"os"

	"github.com/handset-agent/handset/cmd/handset/bench/codec/clip"
	"github.com/handset-agent/handset/cmd/handset/bench/codec/scene"
)

func main() {
	w := bufio.NewWriter(os.Stdout)
	for _, typed := range clip.HighTyped {
		if _, err := w.Write(scene.Typing(scene.Portrait, typed).Pix); err != nil {
			log.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		log.Fatal(err)
	}
}
